export interface AwkToken {
  kind: 'name' | 'number' | 'string' | 'regex' | 'sign' | 'newline';
  text: string;
}

const pieces: [AwkToken['kind'] | 'nothing', RegExp][] = [
  ['nothing', /[ \t]+|\\\n|#[^\n]*/y],
  ['newline', /\n/y],
  ['string', /"(?:\\[^]|[^"\\\n])*"/y],
  ['name', /[A-Za-z_]\w*/y],
  ['number', /\d\w*(?:\.\d*)?(?:(?<=[eE])[-+]\d+)?|\.\d+/y],
  ['sign', /\+\+|--|\*\*|&&|\|\||\|&|>>|[-+*%^<>=!]=|[-+*%^<>=!{}()[\];,?:~$|]/y],
];
const regex = /\/(?:\\[^\n]|[^/\\\n])*\//y;
const division = /\/=?/y;

/** Keywords that a pattern may follow. */
const beforePattern = /^(print|printf|return|else|do|case)$/;
/** Keywords after which a slash is ambiguous. */
const reserved =
  /^(if|while|for|in|delete|exit|next|nextfile|break|continue|switch|default|BEGIN|END|length|getline)$/;
/**
 * A pattern that ends in an open bracket: some awks end the pattern at a slash in brackets, others do not.
 */
const openBracket = /\[\^?\]?[^\]]*$/;

/** Returns what a slash begins after a token by awk's grammar, or undefined if that is ambiguous. */
const slashAfter = (before: AwkToken | undefined): 'pattern' | 'division' | undefined => {
  if (!before || before.kind === 'newline') return 'pattern';
  if (before.kind === 'name') {
    if (beforePattern.test(before.text)) return 'pattern';
    return reserved.test(before.text) ? undefined : 'division';
  }
  if (before.kind === 'sign') {
    if (before.text === ']') return 'division';
    return /^(\)|\+\+|--|\$)$/.test(before.text) ? undefined : 'pattern';
  }
  return before.kind === 'regex' ? undefined : 'division';
};

const match = (form: RegExp, program: string, at: number): string | undefined => {
  form.lastIndex = at;
  return form.exec(program)?.[0];
};

/** Returns the tokens of an awk program, or undefined if it is ambiguous. */
export const awkTokens = (program: string): AwkToken[] | undefined => {
  const tokens: AwkToken[] = [];
  let at = 0;
  while (at < program.length) {
    let text: string | undefined;
    let kind: AwkToken['kind'] | 'nothing' = 'sign';
    if (program[at] === '/') {
      const means = slashAfter(tokens.at(-1));
      if (means === undefined) return undefined;
      kind = means === 'pattern' ? 'regex' : 'sign';
      text = match(means === 'pattern' ? regex : division, program, at);
      if (kind === 'regex' && openBracket.test(text?.slice(1, -1).replace(/\\./g, '') ?? ''))
        return undefined;
    } else {
      for (const [name, form] of pieces) {
        text = match(form, program, at);
        kind = name;
        if (text !== undefined) break;
      }
    }
    if (text === undefined) return undefined;
    if (kind !== 'nothing') tokens.push({ kind, text });
    at += text.length;
  }
  return tokens;
};
