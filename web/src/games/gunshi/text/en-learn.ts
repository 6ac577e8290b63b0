/** Gunshi in English: the lesson. */
export const learn = {
  "learn.gunshi.1":
    "This is the First Battle. You are Red, at the bottom; Blue faces you. Pieces point where they look. Take the " +
    "enemy's shogun, or bring three invaders into the enemy's back row.",
  "learn.gunshi.2": "One of your units secretly carries your shogun. Only you see the crown. Which unit is it?",
  "learn.gunshi.2.done": "Right. Blue does not know it, so every unit may be a decoy.",
  "learn.gunshi.3":
    "Cavalry rides straight ahead as far as it likes and may pass over one of your own foot units. What can the " +
    "cavalry on d2 take?",
  "learn.gunshi.3.done": "Yes: over your own infantry and all the way to d6.",
  "learn.gunshi.4":
    "An archer shoots two squares ahead, at both forward diagonals and to both sides, over any unit. Only fences " +
    "stop arrows. Whom can the archer on d4 shoot?",
  "learn.gunshi.4.done": "Yes. The others stand outside its field.",
  "learn.gunshi.5":
    "Orders can be chained: neighbours of the same kind may do the same. If the archer on d3 shoots, who may join?",
  "learn.gunshi.5.done": "Right: the units beside it. One card, several actions.",
  "learn.gunshi.6":
    "Orders arrive late. You lay cards in your command row, in turn face down and face up; each turn the first card " +
    "of the row is carried out. Which card comes first?",
  "learn.gunshi.6.done": "Yes, slot 1. More cards in the row bring more points, but bind you longer.",
  "learn.gunshi.7":
    "The enemy's back row is the invasion zone. A unit that moves there may leave the field as an invader. Where " +
    "must the cavalry on c6 go?",
  "learn.gunshi.7.done": "There it may invade. Three win; a shield counts as one more.",
  "learn.gunshi.8":
    "That is enough for a first battle. Choices light up, a tap on anything else tells you the rule. Good luck!",
} as const;
