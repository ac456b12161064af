import { ask, type Finding } from '../decision.ts';
import type { Syntax } from '../syntax.ts';
import { attributes, methods, safeTypes, staticMethods } from './rules/members.ts';

/** Variable names may contain letters of any script. */
const scopes = /^(?:(?:script|global|local|private|using):)?[\w\p{L}\p{Nd}]+$/iu;
/** Variables that change the behaviour of commands. */
const acting =
  /^(?:\w+:)?(?:psdefaultparametervalues|psmoduleautoloadingpreference|psnative\w*|psstyle|outputencoding|executioncontext|profile|psemailserver|pssession\w*)$/iu;

/** Judges an expression: each kind of node that may do more than compute has its rule. */
export function judgeExpression(node: Syntax): Finding[] {
  switch (node.type) {
    case 'variable':
      return judgeVariable(node);
    case 'assignment_expression':
    case 'pre_increment_expression':
    case 'pre_decrement_expression':
    case 'post_increment_expression':
    case 'post_decrement_expression':
      return judgeSetting(node);
    case 'type_literal':
      return safeTypes.has(typeName(node.text))
        ? []
        : [ask('type', 'type-may-do-more', { type: node.text })];
    case 'attribute':
      return judgeAttribute(node);
    case 'member_access':
      return judgeMember(node);
    case 'invokation_expression':
      return judgeMethod(node);
    case 'comparison_operator':
      return /^-as$/i.test(node.text) ? [ask('type', 'as-makes-anything')] : [];
    default:
      return [];
  }
}

/** The node types that these rules cover. */
export const expressions: ReadonlySet<string> = new Set(
  `variable braced_variable assignment_expression type_literal attribute member_access member_name
   invokation_expression`.split(/\s+/),
);

const typeName = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\s[\],]/g, '')
    .replace(/^system\./, '');

function judgeVariable({ text }: Syntax): Finding[] {
  if (/^\$(?:[_?$^]|true|false|null)$/i.test(text)) return [];
  const name = text.replace(/^[$@]/, '');
  if (acting.test(name)) return [ask('variables', 'changes-what-commands-do', { text })];
  if (scopes.test(name) && !/^@/.test(text)) return [];
  return /^env:\w+$/i.test(name) ? [] : [ask('variables', 'may-be-file-or-function', { text })];
}

/**
 * Judges the target of an assignment: a plain variable or an entry of one is allowed; a member may be that of
 * a file.
 */
function judgeSetting(node: Syntax): Finding[] {
  const [left] = node.type === 'assignment_expression' ? node.children : [node];
  if (left === undefined) return [];
  if (holds(left, 'member_access', 'invokation_expression'))
    return [ask('variables', 'sets-member')];
  return /\$\{?env:/i.test(left.text) ? [ask('variables', 'sets-system-variable')] : [];
}

function judgeAttribute(node: Syntax): Finding[] {
  const name = node.children.find(({ type }) => type === 'attribute_name')?.text ?? '';
  const known = attributes.has(name.toLowerCase()) || safeTypes.has(typeName(name));
  if (known) return [];
  const inner = node.children.find(({ type }) => type === 'type_literal');
  return inner ? [] : [ask('type', 'unknown-attribute', { text: node.text })];
}

function judgeMember(node: Syntax): Finding[] {
  const name = simpleName(node);
  if (name === undefined) return [ask('member', 'unseen-member')];
  return /^ps(object|base|adapted|extended|typenames)$/i.test(name)
    ? [ask('member', 'member-leads-further', { name })]
    : [];
}

function judgeMethod(node: Syntax): Finding[] {
  const name = simpleName(node);
  const [receiver] = node.children;
  if (name === undefined || receiver === undefined) return [ask('member', 'unseen-method')];
  const isStatic = node.children.some(({ text }) => text === '::');
  const pure = isStatic
    ? isPureStatic(receiver, name.toLowerCase())
    : methods.has(name.toLowerCase());
  return pure ? [] : [ask('member', 'method-may-do-more', { name })];
}

function isPureStatic(receiver: Syntax, method: string): boolean {
  const type = typeName(receiver.text);
  const known = Object.hasOwn(staticMethods, type) ? staticMethods[type] : undefined;
  return known?.includes('*') === true || known?.includes(method) === true;
}

function simpleName(node: Syntax): string | undefined {
  const member = node.children.find(({ type }) => type === 'member_name');
  const [inner] = member?.children ?? [];
  return inner?.type === 'simple_name' && member?.children.length === 1 ? inner.text : undefined;
}

function holds(node: Syntax, ...types: string[]): boolean {
  return types.includes(node.type) || node.children.some((child) => holds(child, ...types));
}
