// `npm run late`: the browser tests as over a slow network, where answers come late and out of order.
import { bin } from './steps/bin.mjs';
import { buildIfStale } from './steps/build-if-stale.mjs';
import { ensureInstalled } from './steps/ensure-installed.mjs';
import { findChromium } from './steps/find-chromium.mjs';
import { step } from './steps/step.mjs';

await ensureInstalled();
await buildIfStale();
const chromium = await findChromium();
const [command, args] = bin('@playwright/test/cli.js', 'test', '-c', 'e2e');
const env = { LATHE_CHROMIUM: chromium, LATHE_LATE: '1' };
process.exitCode = await step('Late', command, [...args, ...process.argv.slice(2)], { env });
