import { existsSync } from 'node:fs';

const installed = [
  process.env['LATHE_CHROMIUM'],
  ...['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser'],
];
const executablePath = installed.find((path) => path !== undefined && existsSync(path));

/** How Chromium is started: the one that is there, and what it needs as root without a network of its own. */
export const chromiumOptions = {
  ...(executablePath === undefined ? {} : { executablePath }),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};
