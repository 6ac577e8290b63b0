export const enLearn = {
  "learn.title": "Learn",
} as const;
