import { Text } from './text.ts';

/** Markdown, shown as it is written. */
export class Markdown extends Text {}
