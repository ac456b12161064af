const address = String.raw`(?:\d+(?:~\d+)?|\$|\/(?:\\.|[^/\\\n])*\/I?)`;
const range = String.raw`(?:${address}(?:\s*,\s*(?:${address}|[+~]\d+))?\s*!?\s*)?`;
const closed = String.raw`(?:\s*\}\s*)*`;
const body = (mark: string) => String.raw`(?:\\[^]|[^\\\n${mark === '|' ? '|' : mark}])*`;
const marks = ['/', '|', '#', ',', ':', '@', '_', '%'];

/** `s` and `y` with common delimiters, and without the flags `e` and `w`. */
const substitute = marks
  .map((mark) => {
    const at = mark === '|' ? String.raw`\|` : mark;
    return `s${at}${body(mark)}${at}${body(mark)}${at}[gpIi0-9]*|y${at}${body(mark)}${at}${body(mark)}${at}`;
  })
  .join('|');

const command = new RegExp(
  String.raw`^\s*${range}(?:\{\s*${range})*(?:${substitute}|[pdPDqQ=lgGhHxnNz]\s*\d*)?${closed}$`,
);

/** Splits a sed script at newlines and `;`, except inside commands such as `s/;/,/`. */
const split = (script: string): string[] => {
  const parts: string[] = [];
  let part = '';
  for (const piece of script.split(/([;\n])/)) {
    const whole = part + piece;
    if (/^[;\n]$/.test(piece) && command.test(part)) {
      parts.push(part);
      part = '';
    } else part = whole;
  }
  return [...parts, part];
};

/** Whether a sed script only edits the stream: no `w`, `e`, `r`, labels or unknown commands. */
export const isPureSed = (script: string): boolean =>
  script.length < 2000 && split(script).every((part) => command.test(part));
