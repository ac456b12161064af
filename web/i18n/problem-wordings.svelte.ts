import type { problemTexts } from './texts/problems.ts';

type Texts = typeof problemTexts;

let texts = $state.raw<Texts>({});
let asked: Promise<void> | undefined;

/** Fetches the wordings once. English needs none: it is worded where a problem is found. */
export const loadProblemWordings = (): Promise<void> =>
  (asked ??= import('./texts/problems.ts').then((loaded) => void (texts = loaded.problemTexts)));

/** The wordings that are there; what reads them is drawn again when they arrive. */
export const problemWordings = (): Texts => texts;
