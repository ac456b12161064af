import type { Syntax } from '../../commands/syntax.ts';
import type { Declared, DeclaredTool } from '../../tool/declared.ts';
import { commentBlocks, helpOf, isAbove, lineIndex } from './comments.ts';
import type { Block } from './comments.ts';
import type { Help } from './help.ts';
import { readParameters } from './parameters.ts';
import type { Report } from './parameters.ts';
import { toolConfig } from './tool-config.ts';

/** What is called where the whole script is the tool. */
export const SCRIPT = '.';

type Problem = Declared['problems'][number];

/** Reads a script's syntax tree as a group of tools: nothing of it runs. Source: the format's own rules. */
export function declare(root: Syntax, source: string, stem: string): Declared {
  const lineOf = lineIndex(source);
  const problems: Problem[] = [];
  const report: Report = (severity, code, { start, end }, message, values) => {
    const column = (offset: number) =>
      [...source.slice(source.lastIndexOf('\n', offset - 1) + 1, offset)].length + 1;
    const [line, endLine] = [lineOf(start) + 1, lineOf(Math.max(start, end)) + 1];
    const place = { line, column: column(start), endLine, endColumn: column(end) };
    problems.push({ severity, code, message, values, ...place });
  };
  const fault = firstFault(root);
  const blocks = commentBlocks(root, source, lineOf);
  const statements = root.children.find(({ type }) => type === 'statement_list')?.children ?? [];
  const functions = statements.filter(({ type }) => type === 'function_statement');
  const names = new Set(functions.map((node) => nameOf(node).toLowerCase()));
  const scriptBlock = root.children.find(({ type }) => type === 'param_block');
  const works = statements.some(
    ({ type, named }) => named && !['function_statement', 'comment'].includes(type),
  );
  const own = { source, lineOf, blocks, report };

  const tools = functions
    .filter((node) => !/^(_|internal-|format-)/i.test(nameOf(node)))
    .map((node) => functionTool(node, names, own));
  const [first] = functions;
  const [top] = blocks;
  // A block right above the first function is that function's, not the script's.
  const isFunctions =
    top && first && statements[0] === first && isAbove(top, first, source, lineOf);
  const help = isFunctions ? undefined : top?.help;
  const isScript = scriptBlock !== undefined && (tools.length === 0 || works);
  const found = isScript ? [scriptTool(scriptBlock, stem, help, own)] : tools;
  if (fault) {
    const message = 'PowerShell may not read this: something is missing or out of place near here';
    report(found.length === 0 ? 'error' : 'warning', 'syntax', fault, message, {});
    if (found.length === 0) return { ok: false, problems };
  }
  if (found.length === 0) {
    const message =
      'No function stands at the top level, and no param() block, so there is no tool';
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

interface Own {
  source: string;
  lineOf: (offset: number) => number;
  blocks: Block[];
  report: Report;
}

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
      `"${name}" has no help, so a model is not told what it does`,
      { name },
    );
  }
  const beside = (parameter: Syntax) => besideText(parameter, blocks, source, lineOf);
  const { properties, required, hidden } = readParameters(list, help, beside, report);
  const known = new Set([...Object.keys(properties), ...hidden].map((one) => one.toLowerCase()));
  for (const documented of help?.parameters.keys() ?? []) {
    if (known.has(documented)) continue;
    const message = `The help of "${name}" describes "${documented}", which is no parameter`;
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

/** The comment on the lines above a parameter, or behind it on its own line. */
function besideText(
  parameter: Syntax,
  blocks: Block[],
  source: string,
  lineOf: Own['lineOf'],
): string {
  const [from, to] = [lineOf(parameter.start), lineOf(parameter.end)];
  const found = blocks.find(
    (block) =>
      block.help === undefined &&
      ((block.end <= parameter.start &&
        block.to === from - 1 &&
        source.slice(block.end, parameter.start).trim() === '') ||
        (block.start >= parameter.end &&
          block.from === to &&
          /^[\s,]*$/.test(source.slice(parameter.end, block.start)))),
  );
  return (found?.lines ?? [])
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ');
}

function firstFault(node: Syntax): Syntax | undefined {
  if (node.type === 'ERROR' || node.missing) return node;
  for (const child of node.children) {
    const found = firstFault(child);
    if (found) return found;
  }
  return undefined;
}
