/**
 * A script in the letters that the grammar knows, each as long as it was: PowerShell takes typographic
 * quotes and dashes for plain ones and any letter for a part of a name. Source: PowerShell's own tokenizer.
 */
export const plainText = (source: string): string =>
  source.replace(/[^\x00-\x7f]/g, (sign) => {
    if ('\u2018\u2019\u201a\u201b'.includes(sign)) return "'";
    if ('\u201c\u201d\u201e'.includes(sign)) return '"';
    if ('\u2013\u2014\u2015'.includes(sign)) return '-';
    return /\s/.test(sign) ? ' ' : 'x';
  });
