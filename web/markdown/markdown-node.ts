/** Markdown as it is drawn. There is no markup in it: every text is shown as it stands. */
export type Inline =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'strong' | 'em' | 'del'; inlines: Inline[] }
  /** Leads out of the page, and only to the web or to a mail. */
  | { kind: 'link'; address: string; inlines: Inline[] }
  | { kind: 'break' };

export interface Cell {
  align: 'left' | 'right' | 'center' | null;
  inlines: Inline[];
}

export type Block =
  | { kind: 'heading'; level: number; inlines: Inline[] }
  | { kind: 'paragraph'; inlines: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'quote'; blocks: Block[] }
  /** `start` is missing where the list is not numbered. */
  | { kind: 'list'; start?: number; items: Block[][] }
  | { kind: 'table'; head: Cell[]; rows: Cell[][] }
  | { kind: 'rule' };
