import { createHash } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

const stampOf = (folder) => {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder, { recursive: true }).map(String).sort()) {
    const file = path.join(folder, name);
    if (statSync(file).isFile()) hash.update(name).update(readFileSync(file));
  }
  return hash.digest('hex');
};
const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

/**
 * Puts a folder that is whole in the place of an older one, and writes the hash of all its files into its
 * `stamp`. The same content stays where it is, because processes may be starting from it; of two that
 * build at once, the first one's stands.
 */
export function replaceFolder(folder, target) {
  const stamp = stampOf(folder);
  const isThere = () => read(path.join(target, 'stamp')) === stamp;
  writeFileSync(path.join(folder, 'stamp'), stamp);
  const old = `${folder}.old`;
  try {
    if (isThere()) return;
    if (existsSync(target)) renameSync(target, old);
    renameSync(folder, target);
  } catch (error) {
    if (!isThere()) throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(old, { recursive: true, force: true });
  }
}
