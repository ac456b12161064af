/** What a piece of code is, as far as its colour goes. */
export type CodeKind = 'key' | 'string' | 'number' | 'word' | 'call' | 'quiet';

/** Patterns in the order in which they are tried at a place; what none takes stays plain. */
export type Grammar = readonly (readonly [CodeKind | undefined, RegExp])[];

const python: Grammar = [
  ['quiet', /#[^\n]*/y],
  [
    'string',
    /(?:[rRbBuUfFtT]{1,2})?(?:"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?)/y,
  ],
  ['number', /\b(?:0[xXbBoO][\da-fA-F_]+|\d[\d_]*(?:\.[\d_]*)?(?:[eE][+-]?\d+)?j?)\b/y],
  [
    'word',
    /\b(?:False|None|True|and|as|assert|async|await|break|class|continue|def|del|elif|else|except|finally|for|from|global|if|import|in|is|lambda|nonlocal|not|or|pass|raise|return|try|while|with|yield)\b/y,
  ],
  ['call', /\b[A-Za-z_]\w*(?=\()/y],
  [undefined, /[\p{L}_][\p{L}\p{N}_]*/uy],
];

const bash: Grammar = [
  ['quiet', /(?<=^|\s)#[^\n]*/my],
  ['string', /"(?:\\[\s\S]|[^"\\])*"?|'[^']*'?/y],
  ['number', /\$(?:\{[^}\n]*\}?|\w+|[@*#?$!-])/y],
  [
    'word',
    /(?<=^|[\s;(|&])(?:case|do|done|elif|else|esac|fi|for|function|if|in|local|return|select|set|then|until|while|export|readonly)(?=$|[\s;)])/my,
  ],
  ['call', /(?<=^[ \t]*|[|;&(][ \t]*|\b(?:do|then|else)[ \t]+)[A-Za-z_][\w.-]*(?![\w=-])/my],
  [undefined, /[\w./-]+/y],
];

const json: Grammar = [
  ['key', /"(?:\\.|[^"\\\n])*"(?=\s*:)/y],
  ['string', /"(?:\\.|[^"\\\n])*"?/y],
  ['number', /-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b/y],
  ['word', /\b(?:true|false|null)\b/y],
  [undefined, /\s+/y],
];

/** By the id that an editor knows a language by. A language that is not here is shown plain. */
export const grammars: ReadonlyMap<string, Grammar> = new Map([
  ['python', python],
  ['bash', bash],
  ['shell', bash],
  ['json', json],
]);
