import type { enLearn } from "./en-learn";

export const jaLearn: Record<keyof typeof enLearn, string> = {
  "learn.title": "学ぶ",
};
