import { toasts } from '../parts/toasts.svelte.ts';
import type { Command } from '../state/app-context.ts';

/**
 * Runs the command of a key press. Escape is heard last, since an editor's list closes with it, too.
 * `awaited` says whether a dialog was asked for that people type into: it gets the keys that come before it.
 */
export const handleKeys = (commands: () => readonly Command[], awaited: () => boolean) => {
  const early = new EarlyKeys();
  const take = (event: KeyboardEvent): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  const sayWhy = (id: string, title: string): void => {
    const word = () => commands().find((one) => one.id === id)?.title ?? title;
    toasts.show('warn', word);
  };
  const handle = (event: KeyboardEvent): void => {
    const command = meant(event, commands());
    if (!command) return;
    take(event);
    if (command.enabled) command.run();
    else if (command.title) sayWhy(command.id, command.title);
  };
  return {
    capture: (event: KeyboardEvent): void => {
      // Only what a hand types comes early; the Enter that is given back does not.
      const isAhead = early.areBeingGiven || (awaited() && !inOpenDialog(event.target));
      if (!isAhead) early.forget();
      if (isAhead && event.isTrusted && !event.isComposing && early.keep(event)) take(event);
      else if (event.key !== 'Escape') handle(event);
    },
    bubble: (event: KeyboardEvent): void => {
      if (event.key === 'Escape') handle(event);
    },
    focus: ({ target }: FocusEvent): void => {
      if (inDialog(target)) early.giveTo(target);
    },
  };
};

/** The command that a key press means, if any. Keys without Ctrl or Alt mean nothing while typing. */
const meant = (event: KeyboardEvent, commands: readonly Command[]): Command | undefined => {
  if (event.isComposing || event.defaultPrevented) return undefined;
  const key = keyOf(event);
  const command = commands.find(
    ({ keys, enabled, title }) => (enabled || title !== undefined) && keys === key,
  );
  if (!command) return undefined;
  if (!command.everywhere && (typing(event.target) || finding(event))) return undefined;
  // What floats has its own keys; only the palette's own key reaches behind it.
  return inDialog(event.target) && command.id !== 'palette' ? undefined : command;
};

interface Pressed {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/**
 * A key press as commands name theirs: `Mod+Enter`, `Alt+1`, `/`. Mod is Ctrl or ⌘. Digits and letters
 * with Alt are read from the key's place, because there a keyboard may type other signs.
 */
export const keyOf = (event: Pressed): string => {
  const place = /^(?:Digit|Key)(.)$/.exec(event.code)?.[1];
  const sign = event.altKey && place ? place : event.key;
  const key = sign.length === 1 ? sign.toUpperCase() : sign;
  const letter = /^[A-Z0-9]$/.test(key);
  const held = [
    event.ctrlKey || event.metaKey ? 'Mod+' : '',
    event.altKey ? 'Alt+' : '',
    // Of other signs Shift is a part: "?" is Shift and "/".
    event.shiftKey && (letter || key.length > 1) ? 'Shift+' : '',
  ];
  return held.join('') + key;
};

type Field = HTMLInputElement | HTMLTextAreaElement;

const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/**
 * What is typed after a dialog was asked for and before it is there: a fast hand is ahead of the page, and
 * its keys would otherwise land in the editor that it just left.
 */
class EarlyKeys {
  #keys: string[] = [];
  /** An Enter waits until what stands before it is drawn; what comes after it waits, too. */
  #isEntering = false;

  get areBeingGiven(): boolean {
    return this.#isEntering;
  }

  /** Keeps a key of typing; answers whether it was one. */
  keep({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
    if (ctrlKey || metaKey || altKey) return false;
    const isTyped = key.length === 1 || key === 'Backspace' || key === 'Enter';
    if (isTyped) this.#keys.push(key);
    return isTyped;
  }

  forget(): void {
    this.#keys = [];
  }

  /** Types what was kept where the focus has come to, if that takes text. */
  giveTo(target: EventTarget | null): void {
    if (!isField(target) || this.#keys.length === 0 || this.#isEntering) return;
    const enter = this.#keys.indexOf('Enter');
    const typed = this.#keys.splice(0, enter < 0 ? Infinity : enter);
    write(target, typed.reduce(afterKey, ''));
    if (enter < 0) return;
    this.#keys.shift();
    this.#isEntering = true;
    requestAnimationFrame(() => setTimeout(() => this.#enter(target)));
  }

  #enter(field: Field): void {
    press(field);
    this.#isEntering = false;
    // Where it led nowhere, the rest belongs here; else to what it opens.
    setTimeout(() => {
      if (document.activeElement === field) this.giveTo(field);
    });
  }
}

const afterKey = (text: string, key: string): string =>
  key === 'Backspace' ? text.slice(0, -1) : text + key;

// The editor takes its text through an element that is no field and not editable (EditContext).
const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest('input, textarea, select, [role=textbox], .monaco-editor') !== null);

/** In a tree a letter goes to the next row that begins so. */
const finding = ({ key, target }: KeyboardEvent): boolean =>
  /^[\p{L}\p{N}]$/u.test(key) &&
  target instanceof Element &&
  target.closest('[role=tree]') !== null;

const inDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role=dialog], [role=menu]') !== null;

/** One that closes keeps the focus for a moment longer. */
const inOpenDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role=dialog]:not([data-state=closed])') !== null;

function write(field: Field, text: string): void {
  if (text === '') return;
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data: text }));
}

function press(field: Field): void {
  const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
  if (field.dispatchEvent(enter)) field.form?.requestSubmit();
}
