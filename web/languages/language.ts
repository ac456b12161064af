import type { Locale } from '../i18n/message.ts';
import type { Declare } from '../../shared/tool/declared.ts';
import type { Host } from '../../shared/tool/run/host.ts';
import type { ProblemCodes } from '../../shared/tool/problem/problem-codes.ts';

/** A stretch of a guide: sentences, and lines of code that show them. */
export interface GuidePart {
  title: Record<Locale, string>;
  text: Record<Locale, string[]>;
  code?: string;
}

/** How a module of one language is written so that its functions are tools. */
export type Guide = readonly GuidePart[];

/** What a piece of code is, as far as its colour goes. */
export type CodeKind = 'key' | 'string' | 'number' | 'word' | 'call' | 'quiet';

/** Patterns in the order in which they are tried at a place; what none takes stays plain. */
export type Grammar = readonly (readonly [CodeKind | undefined, RegExp])[];

/** A host that lives in the page: it fills templates, reads modules and runs tools. */
export type PageHost = Pick<Host, 'id' | 'perform'> & {
  /** Whether it stands in the page, so that it needs the runner no longer. */
  isHere(): boolean;
  /** Whether it is being fetched and started. */
  isComing(): boolean;
};

/**
 * What the page alone knows of a language; `shared/languages` knows the rest. Whatever is heavy is
 * fetched when it is first used. Beside this row a folder may hold what only one part of the page
 * fetches: `grammar.ts` for code that is shown, `monaco.ts` for the editor, `texts.ts` for wordings.
 */
export interface PageLanguage {
  /** As in `shared/languages`. */
  id: string;
  /** Its label in the page's languages in which it is not a name; elsewhere it is that of `shared/languages`. */
  label?: Partial<Record<Locale, string>>;
  /** How its modules are written, where it has modules. */
  guide?: () => Promise<Guide>;
  /** Its host, where that can live in the page. */
  host?: PageHost;
  /** Reads a module's script in the page, for a language whose host is not there. */
  readModule?: Declare;
  /** Judges its commands before they run; `example` is one of them. */
  judge?: { open: () => Worker; example: string };
  /** The editor's grammars of further files, by extension. */
  editors?: Readonly<Record<string, string>>;
}

/** What `monaco.ts` of a language exports where registering the grammar is not all. */
export interface EditorLanguage {
  /** The editor's ids of what the worker serves. */
  ids: readonly string[];
  open: () => Worker;
  /** Tells the worker about the page's own types; fetched when a file of these ids is met. */
  teach: () => Promise<void>;
}

/** What a problem says over its values, and what its quick fix does. */
export interface ProblemWording {
  message: string;
  fix?: string;
}

/** Chinese wordings of what only one language says; English is worded where it is said. */
export interface LanguageTexts<Id extends keyof ProblemCodes> {
  /** Of the problems that it adds, by code, over their values. */
  problems: Readonly<Record<ProblemCodes[Id], ProblemWording>>;
  /** Of why something is asked for or forbidden, by code, over their values. */
  reasons: Readonly<Record<string, string>>;
}
