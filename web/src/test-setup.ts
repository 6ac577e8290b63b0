// Tests of models run without a browser. All they need of one is its language.
if (!("navigator" in globalThis)) Object.defineProperty(globalThis, "navigator", { value: { language: "en" } });
