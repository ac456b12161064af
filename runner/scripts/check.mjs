import { check } from './steps/check.mjs';
import { buildIfStale } from './steps/build-if-stale.mjs';
import { ensureInstalled } from './steps/ensure-installed.mjs';
import { say } from './steps/say.mjs';

await ensureInstalled();
// The unit tests of the hosts and of the page's weight look at what was built.
await buildIfStale().catch((error) => say(error.message));
const failed = await check();
say(failed.length === 0 ? '\nAll checks passed' : `\nFailed: ${failed.join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);
