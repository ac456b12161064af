type Write = (level: 'debug' | 'info' | 'warn' | 'error', parts: unknown[]) => void;

let write: Write = () => undefined;

/** The logger for modules that import it instead of getting it from their host. */
export const logger = {
  debug: (...parts: unknown[]) => write('debug', parts),
  info: (...parts: unknown[]) => write('info', parts),
  warn: (...parts: unknown[]) => write('warn', parts),
  error: (...parts: unknown[]) => write('error', parts),
};

/** Sets the target of the log; known once the runner has named the module. */
export const openLogger = (to: Write): void => void (write = to);

type Group = Record<string, string>;

const lines: Group = {
  ...{ topLeft: '┌', topRight: '┐', bottomLeft: '└', bottomRight: '┘', cross: '┼' },
  ...{ horizontal: '─', vertical: '│', teeDown: '┬', teeUp: '┴', teeLeft: '┤', teeRight: '├' },
};

/** The symbols of newer hosts, by group. Source: seed 002's system, Theme. */
const groups: Record<string, Group> = {
  status: {
    ...{ success: '✓', done: '✓', error: '✗', aborted: '✗', warning: '!', info: 'i' },
    ...{ pending: '○', disabled: '○', shadowed: '○', running: '●', enabled: '●' },
  },
  nav: { cursor: '>', selected: '>', expand: '▸', collapse: '▾', back: '←' },
  tree: { branch: '├─', last: '└─', vertical: '│', horizontal: '─', hook: '└' },
  sep: { dot: ' · ', slash: ' / ', pipe: ' | ', block: ' ', space: ' ' },
  format: { bracketLeft: '[', bracketRight: ']', bullet: '•', dash: '–', ellipsis: '…' },
  checkbox: { checked: '[x]', unchecked: '[ ]' },
  radio: { selected: '(•)', unselected: '( )' },
  md: { quoteBorder: '│', hrChar: '─', bullet: '•' },
  boxSharp: lines,
  boxRound: { ...lines, topLeft: '╭', topRight: '╮', bottomLeft: '╰', bottomRight: '╯' },
  icon: {},
  tool: {},
  thinking: {},
};

/** An unknown symbol draws nothing, like one that a font lacks. */
const open = (group: Group): Group =>
  new Proxy(group, { get: (own, name) => (Object.hasOwn(own, name) ? own[String(name)] : '') });

/** All groups of symbols, by name. */
const symbols: Record<string, Group> = Object.fromEntries(
  Object.entries(groups).map(([name, group]) => [name, open(group)]),
);

const same = (text: unknown): string => String(text);
const second = (_: unknown, text: unknown): string => String(text);

/** Colours and weights as plain text, because a page shows the drawing, not a terminal. */
export const theme = {
  fg: second,
  bg: second,
  bold: same,
  dim: same,
  italic: same,
  underline: same,
  strikethrough: same,
  inverse: same,
  getFgAnsi: () => '',
  getBgAnsi: () => '',
  getColorMode: () => 'plain',
  styledSymbol: symbolOf,
  symbol: symbolOf,
  spinnerFrames: ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'],
  ...symbols,
  name: 'plain',
};

/** Returns a symbol by its full name, such as `status.success`. */
function symbolOf(key: unknown): string {
  const [group = '', name = ''] = String(key).split('.');
  return symbols[group]?.[name] ?? '';
}
