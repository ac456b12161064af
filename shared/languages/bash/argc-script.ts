import { writeJson } from '../../tool/exact-number.ts';
import type { Arguments, Json } from '../../tool/json.ts';
import { SCRIPT } from './argc.ts';

/** One call of a function of an argc script: the script to run, and its additional variables. */
export interface ArgcScript {
  script: string;
  variables: Record<string, string>;
}

const text = (value: Json): string => (typeof value === 'string' ? value : writeJson(value));
/** The content of the file `$LLM_OUTPUT` is the answer, however the script ends. */
const ANSWER = `export LLM_OUTPUT="$(mktemp)"; trap 'cat "$LLM_OUTPUT"; rm "$LLM_OUTPUT"' EXIT;`;
const FILE = String.raw`\s*"?\$(?:LLM_OUTPUT\b|\{LLM_OUTPUT\})"?`;
const both = new RegExp(`&>>?${FILE}`, 'g');
const one = new RegExp(`>>?${FILE}`, 'g');
const evaluation = /^[ \t]*eval[ \t]+["']?\$\(argc[ \t]+--argc-eval[ \t][^\n]*\)["']?;?[ \t]*$/gm;
const main = /^[ \t]*(?:function[ \t]+main\b|main[ \t]*\([ \t]*\))/m;
const name = /^[A-Za-z_]\w*$/;

/**
 * Makes the script that calls `entry`. Lathe does the work of argc: each value is a variable `argc_...`, an
 * array is built from one variable per item, and `argc` itself does nothing. No value becomes a part of the
 * script.
 */
export function argcScript(source: string, entry: string, args: Arguments): ArgcScript {
  const variables: Record<string, string> = {};
  const arrays: string[] = [];
  for (const [key, value] of Object.entries(args)) {
    if (!name.test(key) || value === null || value === false) continue;
    if (!Array.isArray(value)) {
      variables[`argc_${key}`] = value === true ? '1' : text(value);
      continue;
    }
    const pieces = value.map((piece, at) => {
      variables[`argc_${key}__${at}`] = text(piece);
      return `"$argc_${key}__${at}"`;
    });
    arrays.push(`argc_${key}=(${pieces.join(' ')});`);
  }
  const own = plain(source);
  const before = [
    ...(/^(?![ \t]*#).*\bargc\b/m.test(own) ? ['argc() { :; };'] : []),
    ...(/^(?![ \t]*#).*LLM_OUTPUT/m.test(own) ? [ANSWER] : []),
    ...arrays,
  ].join(' ');
  const isMain = own !== source && /\bargc\b/.test(source) && main.test(source);
  const call = entry !== SCRIPT ? entry : isMain ? 'main' : '';
  // On the first line, so that every line keeps its number.
  return { script: `${before}${before === '' ? '' : ' '}${own}\n${call}\n`, variables };
}

/**
 * Returns the script without the call of argc. Redirections to `$LLM_OUTPUT` become stdout, so that the judge
 * sees only what the script itself does.
 */
function plain(source: string): string {
  return source.replace(evaluation, ':').replace(both, '>&1 2>&1').replace(one, '>&1');
}
