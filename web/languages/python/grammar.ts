import type { Grammar } from '../language.ts';

export const grammar: Grammar = [
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
