import type { Declared } from '../../../shared/tool/declared.ts';
import { toldContext } from '../../../shared/formats/script-module/told-context.ts';
import type { InitContext } from '../../../shared/registry/define/tool-define.ts';
import type { ModuleJob } from '../../../shared/tool/run/job.ts';
import type { ModuleProblem, Refusal } from './messages.ts';
import type { Started } from './living.ts';
import type { Loaded } from './exchange.ts';

const place = (source: string, name: string): { line: number; endLine: number } => {
  const lines = source.split('\n');
  const quoted = new RegExp(`(['"\`])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\1`);
  const at = lines.findIndex((line) => quoted.test(line));
  return at < 0 ? { line: 1, endLine: lines.length } : { line: at + 1, endLine: at + 1 };
};

/** Returns the declarations of a started module, or why there are none. */
export function declaredOf(
  started: Started,
  { file, files }: ModuleJob,
  init: InitContext = {},
): Declared {
  if ('refusal' in started) return refusedOf(started.refusal);
  if ('died' in started) return refusedOf({ code: 'threw', message: started.died });
  const source = files[file];
  const told = toldContext({ ...init }, started.loaded.uses);
  const declared = loadedOf(started.loaded, typeof source === 'string' ? source : '');
  return told ? { ...declared, told } : declared;
}

/** A tool's line is the one that names it. */
function loadedOf(loaded: Loaded, source: string): Extract<Declared, { ok: true }> {
  const problems = [
    ...loaded.problems,
    ...loaded.tools.flatMap(({ name, problems: own }) =>
      own.map((one) => (typeof one === 'string' ? `"${name}": ${one}` : one)),
    ),
  ];
  return {
    ok: true,
    dialect: loaded.dialect,
    tools: loaded.tools.map(({ problems: _, ...tool }) => ({
      ...tool,
      ...place(source, tool.name),
      entry: tool.name,
    })),
    problems: problems.map((problem) => ({
      // An error if no tool is left, because this is the reason.
      severity: loaded.tools.length === 0 ? 'error' : 'warning',
      ...wordedOf(problem),
      line: 1,
      column: 1,
    })),
  };
}

const wordedOf = (problem: ModuleProblem) =>
  typeof problem === 'string'
    ? { code: 'module-warning' as const, message: problem, values: { message: problem } }
    : problem;

/** The same for a module that could not be loaded. */
const refusedOf = ({ code, message, line, column }: Refusal): Declared => ({
  ok: false,
  problems: [
    {
      severity: 'error',
      code: code === 'syntax' ? code : `module-${code}`,
      message,
      // The code's text already says that loading failed; this value says why.
      values: { message: message.replace(/^Failed to load tool: /, ''), text: message },
      line: line ?? 1,
      column: column ?? 1,
    },
  ],
});
