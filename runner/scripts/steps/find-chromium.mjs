import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { home } from './home.mjs';
import { installDebian } from './install-debian.mjs';
import { run } from './run.mjs';
import { say } from './say.mjs';

/** The first has no window: a page takes a third less processor time. */
const system = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const timeoutMs = 180_000;

/** The browser that Playwright brings, when it is downloaded. */
function ofPlaywright() {
  const require = createRequire(join(home, 'package.json'));
  const path = require('@playwright/test').chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

/** A Chromium for the tests: named, of the system, of Playwright, else brought here in either way. */
export async function findChromium() {
  const here = () =>
    [process.env.LATHE_CHROMIUM, ...system].find((path) => path && existsSync(path));
  const found = here() ?? ofPlaywright();
  if (found) return found;
  for (const name of ['chromium-headless-shell', 'chromium'])
    if (await installDebian([name])) return here();
  say('Downloading Chromium (playwright install)');
  const cli = join(home, 'node_modules/@playwright/test/cli.js');
  const download = run(process.execPath, [cli, 'install', '--with-deps', 'chromium']);
  await Promise.race([download, new Promise((settle) => setTimeout(settle, timeoutMs).unref())]);
  return ofPlaywright();
}
