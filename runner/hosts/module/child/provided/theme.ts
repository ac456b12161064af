import { symbolOf, symbols } from './symbols.ts';

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
