import { register } from 'node:module';

// Before the kit, so that imports of this folder's packages and of the kit are resolved.
register('./hooks.mjs', import.meta.url, { data: process.env.LATHE_IMPORTS });
delete process.env.LATHE_IMPORTS;
const { runModule } = await import(new URL('./pi.mjs', import.meta.url).href);
await runModule();
