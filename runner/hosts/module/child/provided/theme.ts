type Write = (level: 'debug' | 'info' | 'warn' | 'error', parts: unknown[]) => void;

let write: Write = () => undefined;

/** The log that modules import rather than take from their host. */
export const logger = {
  debug: (...parts: unknown[]) => write('debug', parts),
  info: (...parts: unknown[]) => write('info', parts),
  warn: (...parts: unknown[]) => write('warn', parts),
  error: (...parts: unknown[]) => write('error', parts),
};

/** Where it goes; known once the runner has said which module this is. */
export const openLogger = (to: Write): void => void (write = to);

type Group = Record<string, string>;

const lines: Group = {
  ...{ topLeft: '┌', topRight: '┐', bottomLeft: '└', bottomRight: '┘', cross: '┼' },
  ...{ horizontal: '─', vertical: '│', teeDown: '┬', teeUp: '┴', teeLeft: '┤', teeRight: '├' },
};

/** What newer hosts name beside their colours, by group. Source: seed 002's system, Theme. */
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

/** A symbol that is not known draws nothing, as one that a font lacks would. */
const open = (group: Group): Group =>
  new Proxy(group, { get: (own, name) => (Object.hasOwn(own, name) ? own[String(name)] : '') });

/** Every group of symbols, by its name. */
const symbols: Record<string, Group> = Object.fromEntries(
  Object.entries(groups).map(([name, group]) => [name, open(group)]),
);

const same = (text: unknown): string => String(text);
const second = (_: unknown, text: unknown): string => String(text);

/** Colours and weights as plain text: what is drawn here goes into a page, not to a terminal. */
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

/** One by its whole name, such as `status.success`. */
function symbolOf(key: unknown): string {
  const [group = '', name = ''] = String(key).split('.');
  return symbols[group]?.[name] ?? '';
}
