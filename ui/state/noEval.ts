// The page's security policy allows no code made from text, which schemas would be compiled to when they are made.
// So this is run before any module that makes schemas is loaded. It sets what the schema library takes its settings from:
// importing the library for that would bring whatever the build has put into one file with it.
Reflect.set(globalThis, '__zod_globalConfig', { jitless: true });

export {};
