import { existsSync } from 'node:fs';
import { installDebian } from './install-debian.mjs';
import { say } from './say.mjs';

const folders = ['/usr/share/fonts/opentype/noto', '/usr/share/fonts/truetype/noto'];

/** Fonts with Chinese glyphs, without which screenshots show boxes. Nothing fails for want of them. */
export async function ensureFonts() {
  if (process.platform !== 'linux' || folders.some((folder) => existsSync(folder))) return;
  if (!(await installDebian(['fonts-noto-cjk'])))
    say('Without fonts-noto-cjk Chinese shows as boxes');
}
