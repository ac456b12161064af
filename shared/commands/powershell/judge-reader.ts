import type { Reason } from '../../tool/problem/reason.ts';
import type { ReasonCode } from '../because.ts';
import { allow, ask, type Finding } from '../decision.ts';
import type { Syntax } from '../syntax.ts';
import { isInside } from './is-inside.ts';
import type { Around } from './around.ts';
import { literals } from './literal.ts';
import { type CmdletRule, harmless, risky } from './rules/cmdlets.ts';

/** Judges a command that only reads, unless a parameter or value makes it do more. */
export function judgeReader(
  name: string,
  rule: CmdletRule,
  given: readonly Syntax[],
  around: Around,
): Finding[] {
  const findings: Finding[] = [];
  const no = (code: ReasonCode, values?: Reason['values']) =>
    void findings.push(ask(name, code, values));
  if (rule.paths && !mayCome(rule, around.piped)) no('unseen-piped-names');
  let parameter: string | undefined;
  let textFirst = rule.textFirst === true;
  // The pattern may follow its parameter name at any position.
  if (given.some(({ type, text }) => type === 'command_parameter' && /^-pa?tt?e?r?n?$/i.test(text)))
    textFirst = false;
  for (const node of given) {
    if (node.type === 'command_parameter') {
      parameter = meant(node.text, rule);
      if (parameter === undefined) no('option-may-do-more', { option: node.text });
      continue;
    }
    const isBlock = holdsBlock(node);
    const values = literals(node);
    if (rule.blocks) {
      if (!isBlock) no('may-call-named');
    } else if (rule.paths && isPath(rule, parameter, textFirst)) {
      if (values === undefined) no('unseen-path');
      for (const value of values ?? []) {
        if (/^--/.test(value)) no('option-may-do-more', { option: value });
        else if (!isInside(value, around.place)) no('outside-workspace', { path: value });
      }
    } else if (rule.patterns?.includes(parameter ?? '')) {
      if (values === undefined || values.some((value) => /[\\/]|\.\./.test(value)))
        no('pattern-leads-elsewhere');
    } else if (values === undefined && node.type === 'generic_token')
      no('not-seen-through', { text: node.text });
    if (parameter === undefined || !takesValue(rule, parameter)) textFirst = false;
    parameter = undefined;
  }
  if (given.filter(({ type }) => type !== 'command_parameter').length < (rule.least ?? 0))
    no('where-goes-cannot-seen');
  return findings.length > 0 ? findings : [allow(name, 'only-reads')];
}

const mayCome = ({ pipe }: CmdletRule, piped: Around['piped']): boolean =>
  piped === undefined || piped === 'files' || pipe === 'any' || pipe === piped;

/**
 * Returns the full name of a parameter, which may be shortened if unambiguous; undefined if it is unknown.
 */
function meant(written: string, rule: CmdletRule): string | undefined {
  const short = written.slice(1).replace(/:.*$/s, '').toLowerCase();
  const known = [...rule.parameters, ...harmless];
  if (known.includes(short)) return short;
  if (short === '' || risky.some((name) => name.startsWith(short))) return undefined;
  return known.find((name) => name.startsWith(short));
}

const takesValue = (rule: CmdletRule, parameter: string): boolean =>
  rule.valued?.includes(parameter) === true ||
  rule.patterns?.includes(parameter) === true ||
  /^(path|literalpath|pspath|lp)$/.test(parameter);

/**
 * Whether a value is a path: unless its parameter takes text, or it is the text that the command begins with.
 */
function isPath(rule: CmdletRule, parameter: string | undefined, textFirst: boolean): boolean {
  if (parameter !== undefined && rule.valued?.includes(parameter)) return false;
  if (parameter !== undefined && rule.patterns?.includes(parameter)) return false;
  const named = parameter !== undefined && takesValue(rule, parameter);
  return named || !textFirst;
}

function holdsBlock(node: Syntax): boolean {
  if (node.type === 'script_block_expression') return true;
  const named = node.children.filter((child) => child.named);
  const [only] = named;
  return named.length === 1 && only !== undefined && holdsBlock(only);
}
