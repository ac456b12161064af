const plain = /^[A-Za-z0-9_./:@%+,-]+$/;
/** Words that mean something to the shell where a command's name stands. */
const reserved =
  /^(if|then|else|elif|fi|case|esac|for|select|while|until|do|done|in|function|time|coproc)$/;

/** A text as one word of a shell, whatever it holds. NUL has no place in a word and is left out. */
export const quote = (text: string): string =>
  plain.test(text) && !reserved.test(text)
    ? text
    : `'${text.replaceAll('\0', '').replaceAll("'", `'\\''`)}'`;
