import type { Syntax } from '../../commands/syntax.ts';
import type { Declared, DeclaredTool } from '../../tool/declared.ts';
import { besideText, commentBlocks, helpOf, isAbove, lineIndex } from './comments.ts';
import type { Block, Help } from './comments.ts';
import { missedFunctions, reportUnbalanced, takesParameters } from './scan-text.ts';
import type { Scan } from './scan-text.ts';
import { ownTypes } from './types.ts';
import type { OwnTypes } from './types.ts';
import { readParameters } from './parameters.ts';
import type { Report } from './parameters.ts';
import { toolConfig } from './tool-config.ts';

/** The entry of a script that is one tool. */
export const SCRIPT = '.';

type Problem = Declared['problems'][number];

/**
 * Reads the syntax tree of a script as a group of tools, without running it. Source: the rules of the format.
 */
export function declare(root: Syntax, source: string, stem: string, scan: Scan): Declared {
  const lineOf = lineIndex(source);
  const problems: Problem[] = [];
  const report = reportInto(problems, source, lineOf);
  const fault = firstFault(root);
  if (scan.fault) {
    reportUnbalanced(scan.fault, report);
    return { ok: false, problems };
  }
  const blocks = commentBlocks(root, source, lineOf);
  const statements = root.children.find(({ type }) => type === 'statement_list')?.children ?? [];
  const functions = statements.filter(({ type }) => type === 'function_statement');
  const names = new Set(functions.map((node) => nameOf(node).toLowerCase()));
  const scriptBlock = root.children.find(({ type }) => type === 'param_block');
  const works = statements.some(
    ({ type, named }) => named && !['function_statement', 'comment'].includes(type),
  );
  const own = { source, lineOf, blocks, report, types: ownTypes(statements, source) };

  const tools = functions
    .filter((node) => nameOf(node) !== '' && !isPrivate(nameOf(node)))
    .map((node) => functionTool(node, names, own));
  const help = scriptHelp(blocks, functions, own);
  const isScript = scriptBlock !== undefined && (tools.length === 0 || works);
  const found = isScript ? [scriptTool(scriptBlock, stem, help, own)] : tools;
  const missed =
    fault && !isScript
      ? missedFunctions(scan.code, names).filter(({ name }) => !isPrivate(name))
      : [];
  const hasTool = missed.length > 0 || takesParameters(scan.code);
  if (fault && found.length === 0 && hasTool) {
    reportFault(fault, 'error', own);
    return { ok: false, problems };
  }
  // The grammar may not know all code of a function's body; only errors before the end of its parameters
  // matter.
  const heads = isScript ? [faultBefore(scriptBlock, fault)] : functions.map(headFault);
  for (const one of heads) if (one) reportFault(one, 'warning', own);
  for (const { name, ...place } of missed) {
    const message = `"${name}" could not be read, so it is not a tool; check the syntax near it`;
    report('warning', 'powershell-missed', place, message, { name });
  }
  if (found.length === 0) {
    const message = 'The script has no top-level function and no param() block, so it has no tool';
    report('warning', 'no-tools', { start: 0, end: 1 }, message, {});
  }
  const rulePrompt = isScript ? '' : described(help);
  const policies = toolConfig(source, report);
  return {
    ok: true,
    ...(rulePrompt === '' ? {} : { rulePrompt }),
    ...(policies === undefined ? {} : { policies }),
    tools: found,
    problems,
  };
}

/**
 * Returns a function that adds problems at offsets. Lines and columns are from 1; columns count code points.
 */
function reportInto(
  problems: Problem[],
  source: string,
  lineOf: (offset: number) => number,
): Report {
  const column = (offset: number) =>
    [...source.slice(source.lastIndexOf('\n', offset - 1) + 1, offset)].length + 1;
  return (severity, code, { start, end }, message, values) => {
    const [line, endLine] = [lineOf(start) + 1, lineOf(Math.max(start, end)) + 1];
    const place = { line, column: column(start), endLine, endColumn: column(end) };
    problems.push({ severity, code, message, values, ...place });
  };
}

function reportFault(fault: Syntax, severity: 'error' | 'warning', { source, report }: Own): void {
  const text = source.slice(fault.start, fault.start + 40).split('\n')[0] ?? '';
  const message = `PowerShell may not parse this; check the syntax near "${text}"`;
  report(severity, 'powershell-syntax', fault, message, { text });
}

const faultBefore = (block: Syntax, fault: Syntax | undefined) =>
  fault && fault.start < block.end ? fault : undefined;

/** Returns the syntax error between a function's name and the end of its parameters. */
function headFault(node: Syntax): Syntax | undefined {
  const wrong = node.children.find(
    (child) =>
      child.type === 'ERROR' ||
      child.missing ||
      (child.type === 'function_name' && firstFault(child)),
  );
  const body = node.children.find(({ type }) => type === 'script_block');
  const inline = node.children.find(({ type }) => type === 'function_parameter_declaration');
  const block = body?.children.find(({ type }) => type === 'param_block') ?? inline;
  return wrong ?? (block && firstFault(block));
}

/** Returns the help of the script: the first one that is neither in a function nor right above one. */
const scriptHelp = (blocks: Block[], functions: Syntax[], { source, lineOf }: Omit<Own, 'types'>) =>
  blocks.find(
    (block) =>
      block.help !== undefined &&
      !functions.some(
        (node) =>
          (block.start > node.start && block.end <= node.end) ||
          isAbove(block, node, source, lineOf),
      ),
  )?.help;

interface Own {
  types: OwnTypes;
  source: string;
  lineOf: (offset: number) => number;
  blocks: Block[];
  report: Report;
}

const isPrivate = (name: string): boolean => /^(_|internal-|format-)/i.test(name);

const nameOf = (node: Syntax): string =>
  (node.children.find(({ type }) => type === 'function_name')?.text ?? '').replace(
    /^(global|script|local|private):/i,
    '',
  );

const described = (help: Help | undefined): string =>
  [help?.synopsis, help?.description].filter(Boolean).join('\n');

const listIn = (node: Syntax | undefined) =>
  node?.children.find(({ type }) => type === 'parameter_list');

function functionTool(node: Syntax, names: Set<string>, own: Own): DeclaredTool {
  const name = nameOf(node);
  const help = helpOf(node, own.blocks, own.source, own.lineOf);
  const body = node.children.find(({ type }) => type === 'script_block');
  const block = body?.children.find(({ type }) => type === 'param_block');
  const inline = node.children.find(({ type }) => type === 'function_parameter_declaration');
  const list = listIn(block ?? inline);
  const head = { start: node.start, end: node.start + (node.text.split('\n')[0] ?? '').length };
  const tool = toolOf(name, list, help, { ...own, head });
  const hasFormat = names.has(`format-${name}`.toLowerCase());
  return { ...tool, ...lines(node, own), ...(hasFormat ? { hasFormat } : {}) };
}

function scriptTool(block: Syntax, stem: string, help: Help | undefined, own: Own): DeclaredTool {
  const tool = toolOf(stem, listIn(block), help, { ...own, head: block });
  return { ...tool, entry: SCRIPT, ...lines({ start: 0, end: own.source.length }, own) };
}

const lines = ({ start, end }: { start: number; end: number }, { lineOf }: Own) => ({
  line: lineOf(start) + 1,
  endLine: lineOf(Math.max(start, end - 1)) + 1,
});

function toolOf(
  name: string,
  list: Syntax | undefined,
  help: Help | undefined,
  own: Own & { head: { start: number; end: number } },
): Omit<DeclaredTool, 'line' | 'endLine'> {
  const { report, head, blocks, source, lineOf } = own;
  const description = described(help);
  if (description === '') {
    report(
      'warning',
      'no-docstring',
      head,
      `"${name}" has no help, so a model cannot tell what it does`,
      { name },
    );
  }
  const beside = (parameter: Syntax) => besideText(parameter, blocks, source, lineOf);
  const { properties, required, hidden } = readParameters(list, help, beside, report, own.types);
  const known = new Set([...Object.keys(properties), ...hidden].map((one) => one.toLowerCase()));
  for (const documented of help?.parameters.keys() ?? []) {
    if (known.has(documented)) continue;
    const message = `The help of "${name}" describes "${documented}", which is not a parameter`;
    report('warning', 'documented-not-a-parameter', head, message, {
      name: documented,
      function: name,
    });
  }
  return {
    name,
    description,
    parameters: { type: 'object', properties, ...(required.length > 0 ? { required } : {}) },
    ...(hidden.length > 0 ? { hidden } : {}),
    entry: name,
    ...(help?.outputs === undefined ? {} : { declaredReturnType: help.outputs }),
  };
}

function firstFault(node: Syntax): Syntax | undefined {
  if (node.type === 'ERROR' || node.missing) return node;
  for (const child of node.children) {
    const found = firstFault(child);
    if (found) return found;
  }
  return undefined;
}
