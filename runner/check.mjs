import { check } from './scripts/check.mjs';
import { buildIfStale } from './scripts/build-if-stale.mjs';
import { ensureInstalled } from './scripts/ensure-installed.mjs';
import { say } from './scripts/say.mjs';

await ensureInstalled();
// The unit tests of the hosts and of the page's weight look at what was built.
await buildIfStale().catch((error) => say(error.message));
const failed = await check();
say(failed.length === 0 ? '\nAll checks passed' : `\nFailed: ${failed.join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);
