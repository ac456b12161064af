import { declaredNames } from '../../template/declared-names.ts';
import { parse } from '../../template/parse.ts';
import { templateProblems } from '../../template/problems.ts';
import { report } from '../../template/report.ts';
import type { Problem } from '../../tool/problem.ts';
import type { AuthoredTool } from '../../tool/toolset.ts';
import { dangerProblems } from './danger-problems.ts';
import { placeOf } from './place-of.ts';
import { positionProblems } from './position-problems.ts';
import { program } from './program.ts';
import { scan } from './scan.ts';

/** What is wrong with a Python template. A module's functions take their arguments as they are. */
export function problems({ code, definition }: AuthoredTool): Problem[] {
  if (code.entry !== undefined) return [];
  const { source, file } = code;
  const { parameters } = definition;
  const parts = parse(source, declaredNames(parameters));
  const read = program(parts);
  const found = scan(read);
  const mode = code.template ?? 'bound';
  const at = report(source, file);
  const unread = parts.some(({ kind }) => kind === 'bad');
  // What `str.format` pastes may be anything, an operator too.
  const positions = mode === 'bound' ? positionProblems(read, found, unread, at) : [];
  return [
    ...templateProblems(source, file, parameters, { mode, place: placeOf(read, found) }),
    ...positions,
    ...dangerProblems(read, found, at),
  ].sort((one, two) => one.line - two.line || one.column - two.column);
}
