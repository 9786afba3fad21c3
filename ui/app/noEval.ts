// The content security policy forbids eval, which schemas use to compile themselves. This module runs before any module
// that creates schemas. It sets the library's global configuration directly: importing the library would load the whole
// chunk that the build put it in.
Reflect.set(globalThis, '__zod_globalConfig', { jitless: true });

export {};
