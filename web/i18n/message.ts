/**
 * A text of the page. `{name}` stands for a value. The object form is chosen by the plural category
 * of `count` in the reader's language (CLDR: English has one and other, Chinese only other).
 */
export type Message = string | { one?: string; other: string };
