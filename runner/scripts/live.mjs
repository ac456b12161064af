// `npm run live -- MODEL`: one task against a real model, where the environment has its provider's key.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { home } from './steps/home.mjs';
import { say } from './steps/say.mjs';

/** The variable of each provider's key; a local server needs none. */
const keys = {
  openai: 'OPENAI_API_KEY',
  anthropic: 'ANTHROPIC_API_KEY',
  google: 'GOOGLE_GENERATIVE_AI_API_KEY',
  local: undefined,
};
const task =
  'The file numbers.txt has one number a line. Write their sum, and nothing else, into sum.txt.';

const [model = ''] = process.argv.slice(2);
const provider = model.split(':')[0] ?? '';
if (!(provider in keys) || !model.includes(':')) {
  say('Choose a model: npm run live -- PROVIDER:NAME, such as openai:gpt-5 or local:llama3.2');
  process.exit(1);
}
const key = keys[provider];
if (key !== undefined && !process.env[key]) {
  say(`Skipped: set ${key}, the key of ${provider}`);
  process.exit(0);
}

const workspace = mkdtempSync(join(tmpdir(), 'lathe-live-'));
const files = join(workspace, 'files');
mkdirSync(files);
writeFileSync(join(files, 'numbers.txt'), '17\n25\n');
const args = ['agent', '--task', task, '--model', model, '--tools', 'Read,Write', '--auto-confirm'];
const { stdout, status } = spawnSync(
  process.execPath,
  [join(home, 'runner/scripts/lathe.mjs'), ...args, '--workspace', workspace, '--json'],
  { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
);

/** What the task left behind. */
function written() {
  try {
    return readFileSync(join(files, 'sum.txt'), 'utf8').trim();
  } catch {
    return undefined;
  }
}

process.stdout.write(stdout);
const sum = written();
rmSync(workspace, { recursive: true, force: true });
if (sum === '42') say(`${model} did the task`);
else
  say(
    `${model} did not do the task: sum.txt ${sum === undefined ? 'does not exist' : `contains "${sum}"`}`,
  );
process.exit(sum === '42' && status === 0 ? 0 : 3);
