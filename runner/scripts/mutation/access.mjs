import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin } from '../steps/bin.mjs';
import { home } from '../steps/home.mjs';
import { run } from '../steps/run.mjs';

const folder = 'runner/server/routes';
const named = /\baccess: '(\w+)'/g;

/** Who is let in beside those whom a route names: the fewest more, which is the hardest to notice. */
const wider = { known: 'open', author: 'known', page: 'author', program: 'known' };

/**
 * Opens each route to more callers than it names, one at a time, and lists those of which the rows at the
 * guard's door take no notice. For Stryker a word is replaced by none, which lets nobody in.
 */
export async function widenAccess() {
  if (!(await passes())) throw new Error('The rows of the guard fail before anything is changed');
  const changes = readdirSync(join(home, folder)).flatMap(changesOf);
  const unnoticed = [];
  for (const change of changes) if (await passes(change)) unnoticed.push(lineOf(change));
  return { all: changes.length, unnoticed };
}

function changesOf(name) {
  const file = `${folder}/${name}`;
  const text = readFileSync(join(home, file), 'utf8');
  return [...text.matchAll(named)].flatMap(({ index: at, 0: said, 1: access }) => {
    const line = text.slice(0, at).split('\n').length;
    if (wider[access] === undefined) return [];
    return [{ file, line, at, said, put: said.replace(access, wider[access]) }];
  });
}

const lineOf = ({ file, line, said, put }) => `${file}:${line} no row noticed: ${said} -> ${put}`;

/** Whether all rows pass with the change, which is made while the file is loaded and nowhere else. */
async function passes(change) {
  const config = 'runner/scripts/mutation/vitest.mjs';
  const [command, args] = bin('vitest/vitest.mjs', 'run', '--config', config, '--bail', '1');
  const made = change === undefined ? {} : { LATHE_CHANGE: JSON.stringify(change) };
  const env = { LATHE_AREA: 'access', LATHE_DOORS: 'yes', ...made };
  return (await run(command, args, { quiet: true, env })) === 0;
}
