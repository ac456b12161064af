import type { Command } from '../state/commands.ts';
import { keyOf } from '../state/key-of.ts';
import { EarlyKeys } from './early-keys.ts';

// The editor takes its text through an element that is no field and not editable (EditContext).
const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest('input, textarea, select, [role=textbox], .monaco-editor') !== null);

const inDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role=dialog], [role=menu]') !== null;

/** One that closes keeps the focus for a moment longer. */
const inOpenDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role=dialog]:not([data-state=closed])') !== null;

/** The command that a key press means, if any. Keys without Ctrl or Alt mean nothing while typing. */
const meant = (event: KeyboardEvent, commands: readonly Command[]): Command | undefined => {
  if (event.isComposing || event.defaultPrevented) return undefined;
  const key = keyOf(event);
  const command = commands.find(({ keys, enabled }) => enabled && keys === key);
  if (!command) return undefined;
  if (!command.everywhere && typing(event.target)) return undefined;
  // What floats has its own keys; only the palette's own key reaches behind it.
  return inDialog(event.target) && command.id !== 'palette' ? undefined : command;
};

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
  const handle = (event: KeyboardEvent): void => {
    const command = meant(event, commands());
    if (!command) return;
    take(event);
    command.run();
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
