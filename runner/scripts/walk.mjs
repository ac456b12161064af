// `npm run walk`: every state of the page in every width, theme and language, with a picture of each.
// `npm run walk -- --brief` leaves out the states and themes that show little of their own;
// `npm run walk -- --pictures` takes the pictures of the documents anew.
import { bin } from './steps/bin.mjs';
import { buildIfStale } from './steps/build-if-stale.mjs';
import { ensureInstalled } from './steps/ensure-installed.mjs';
import { findChromium } from './steps/find-chromium.mjs';
import { say } from './steps/say.mjs';
import { step } from './steps/step.mjs';

await ensureInstalled();
await buildIfStale();
const chromium = await findChromium();
const [command, args] = bin('@playwright/test/cli.js', 'test', '-c', 'e2e');
const kinds = ['brief', 'pictures'];
const walk = kinds.find((kind) => process.argv.includes(`--${kind}`)) ?? 'full';
const rows = walk === 'pictures' ? ['states.walk'] : [];
const given = process.argv.slice(2).filter((one) => one !== `--${walk}`);
const env = { LATHE_CHROMIUM: chromium, LATHE_WALK: walk };
process.exitCode = await step('Walk', command, [...args, ...rows, ...given], { env });
say(`The pictures are in ${walk === 'pictures' ? '.github/pictures' : 'test-results/walk'}`);
