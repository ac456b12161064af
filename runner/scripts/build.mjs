import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { buildStamp, sourceHash } from './steps/build-if-stale.mjs';
import { bundleRunner } from './steps/bundle-runner.mjs';
import { ensureInstalled } from './steps/ensure-installed.mjs';
import { home } from './steps/home.mjs';
import { run } from './steps/run.mjs';
import { say } from './steps/say.mjs';

const packable = /\.(html|js|mjs|css|json|svg|wasm|ttf|txt|py|webmanifest)$/;
const smallest = 1024;
const large = 1024 * 1024;

async function step(name, command, args) {
  const status = await run(command, args);
  if (status === 0) return;
  say(`${name} failed with status ${status}`);
  process.exit(1);
}

/** Writes `.br` and `.gz` beside a file where they are smaller. */
async function pack(path) {
  const bytes = readFileSync(path);
  if (!packable.test(path) || bytes.length < smallest) return;
  const brotli = {
    params: {
      // For the largest files the last two levels take many seconds and save some 2 in 100.
      [constants.BROTLI_PARAM_QUALITY]: bytes.length > large ? 9 : 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, brotli),
    promisify(gzip)(bytes),
  ]);
  if (br.length < bytes.length) writeFileSync(`${path}.br`, br);
  if (gz.length < bytes.length) writeFileSync(`${path}.gz`, gz);
}

await ensureInstalled();
const stamp = sourceHash();
await bundleRunner();
const interpreter = join(home, 'runner/hosts/pyodide/build-child.mjs');
if (existsSync(interpreter)) await step('The interpreter', process.execPath, [interpreter]);
const modules = join(home, 'runner/hosts/module/build-kit.mjs');
if (existsSync(modules)) await step('The module kit', process.execPath, [modules]);
const models = join(home, 'runner/conversations/models/build-models.mjs');
if (existsSync(models)) await step('The model client', process.execPath, [models]);
const carried = join(home, 'runner/hosts/carried/build-carried.mjs');
if (existsSync(carried)) await step('The runtime of exported tools', process.execPath, [carried]);
const bin = (name) => join(home, 'node_modules', name);
await step('vite build', process.execPath, [
  bin('vite/bin/vite.js'),
  'build',
  '--logLevel',
  'warn',
]);

const root = join(home, 'dist/web');
const files = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));
await Promise.all(files.map(pack));
mkdirSync(join(home, 'dist'), { recursive: true });
writeFileSync(buildStamp, stamp);
