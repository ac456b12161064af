// The page's policy forbids eval, which zod would otherwise try when the first schema is made.
// A script of its own runs before every module, in whatever order a bundle puts those.
globalThis.__zod_globalConfig = { jitless: true };
