import type { Grammar } from '../language.ts';

export const grammar: Grammar = [
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
