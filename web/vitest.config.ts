import { defineConfig, mergeConfig } from "vitest/config";
import app from "./vite.config";

// Apart from the app's own configuration: building the app needs no test runner.
export default mergeConfig(
  app,
  defineConfig({
    test: {
      include: ["src/**/*.test.ts"],
      setupFiles: ["src/test-setup.ts"],
      // A machine that does much else takes longer than the five seconds vitest allows.
      testTimeout: 60_000,
    },
  }),
);
