import type { Component } from "svelte";

/** One step of a lesson: which answers are right (none: only something to read and see); a game adds what it shows. */
export interface Task {
  answers?: string[];
  show?: string[];
  buttons?: string[];
}
/** What a lesson's board is given: the step, whether it is answered, and where answers go. */
export interface LessonProps<T extends Task> {
  task: T;
  done: boolean;
  tap: (what: string) => void;
}
export interface Lesson {
  tasks: Task[];
  board: Component<LessonProps<Task>>;
}

/** A game's own steps with the board that draws them. */
export function lessonOf<T extends Task>(tasks: T[], board: Component<LessonProps<T>>): Lesson {
  return { tasks, board: board as Component<LessonProps<Task>> };
}
