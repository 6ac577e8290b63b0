"""The screens' style sheet; its colours are those of `ink`."""

from __future__ import annotations

from typing import Final

from gunbai.terminal import ink

VARIABLES: Final = {
    "paper": ink.PAPER,
    "paper-bright": ink.PAPER_BRIGHT,
    "paper-shade": ink.PAPER_SHADE,
    "paper-deep": ink.PAPER_DEEP,
    "ink": ink.INK,
    "ink-faded": ink.INK_FADED,
    "vermilion": ink.VERMILION,
    "vermilion-wash": ink.VERMILION_WASH,
}

CSS: Final = """
Screen { background: $paper; color: $ink; layers: base over; }
#head { height: 1; background: $paper-deep; color: $ink; }
#middle { height: 1fr; }
#field { width: 1fr; height: 100%; padding: 0 0 0 1; background: $paper; scrollbar-size: 1 1;
         scrollbar-background: $paper-shade; scrollbar-color: $ink-faded; }
#board { width: auto; height: auto; background: $paper; color: $ink; }
#side { width: 33; height: 100%; border-left: solid $ink-faded; background: $paper; }
#side-title { height: 1; background: $paper-shade; color: $ink; }
#choices { height: 1fr; min-height: 4; border: none; padding: 0; background: $paper; color: $ink; scrollbar-size: 1 1;
           scrollbar-background: $paper-shade; scrollbar-color: $ink-faded; }
#choices > .option-list--option { color: $ink; padding: 0 1; }
#choices > .option-list--option-highlighted { background: $ink; color: $paper; text-style: bold; }
#log { height: 1fr; border-top: solid $ink-faded; background: $paper; color: $ink; }
#answer { layer: over; dock: bottom; margin: 0 0 4 0; height: auto; max-height: 12; padding: 0 1;
          background: $vermilion-wash; color: $ink; border-top: solid $ink; }
#prompt { height: 2; padding: 0 1; background: $paper-shade; color: $ink; }
#command { background: $paper; color: $ink; border: none; padding: 0 1; height: 1; }
#command:focus { background: $paper-bright; }
#command > .input--placeholder { color: $ink-faded; }
#command > .input--cursor { background: $ink; color: $paper; }
#keys { height: 1; padding: 0 1; background: $paper-shade; }
.wide #side { width: 46; }
.narrow #side { width: 22; }

#cover { align: center middle; background: $paper; width: 100%; height: 100%; }
#cover-words { width: auto; height: auto; text-align: center;
               padding: 1 4; border: double $ink; background: $paper; color: $ink; }

Page { align: center middle; background: $ink 40%; }
#page { width: 90%; max-width: 100; height: 90%; background: $paper; border: double $ink; }
#page-title { height: 1; padding: 0 1; background: $paper-deep; }
#page-body { padding: 0 1; background: $paper; color: $ink; scrollbar-size: 1 1;
             scrollbar-background: $paper-shade; scrollbar-color: $ink-faded; }
#page-body Markdown { background: $paper; color: $ink; padding: 0; }
#page-body MarkdownH1, #page-body MarkdownH2, #page-body MarkdownH3 {
    color: $vermilion; background: $paper; text-style: bold; }
#page-keys { height: 1; padding: 0 1; background: $paper-shade; }

#question { align: center top; background: $paper; padding: 1 4; }
#question-head { height: 2; width: 100%; }
#question-title { height: 2; width: 100%; }
#question-answers { height: 1fr; border: none; background: $paper; color: $ink; scrollbar-size: 1 1;
                    scrollbar-background: $paper-shade; scrollbar-color: $ink-faded; }
#question-answers > .option-list--option { color: $ink; padding: 0 1; }
#question-answers > .option-list--option-highlighted { background: $ink; color: $paper; text-style: bold; }
#question-keys { height: 1; }
"""
