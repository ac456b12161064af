import { say } from '../../../../shared/returns/said.ts';
import { theme } from './provided/theme.ts';
import type { State } from './state.ts';

interface Asking {
  signal?: AbortSignal;
}

const text = (value: unknown) => (typeof value === 'string' ? value : String(value ?? ''));
const nothing = () => undefined;
const NO_TERMINAL = say('said-no-terminal');
/** Functions that only change the look of a terminal. */
const drawing = [
  ...['setEditorText', 'pasteToEditor', 'setEditorComponent', 'setToolsExpanded', 'setTitle'],
  ...['setStatus', 'setWidget', 'setFooter', 'setHeader', 'setWorkingMessage', 'setWorkingVisible'],
  ...['setWorkingIndicator', 'setHiddenThinkingLabel', 'addAutocompleteProvider'],
];
/** The limit of choices. */
const MOST = 500;

/**
 * Returns the dialogues of a tool. Without a person, each answers at once: nothing for a choice or a text, no for a
 * question. Source: seed 002; the defaults are those of its no-op context.
 */
export function uiOf(state: State) {
  const signalOf = (options?: Asking) => options?.signal ?? state.call?.signal;
  const ask = async (question: Parameters<State['requests']['ui']>[0], options?: Asking) =>
    state.hasUi ? state.requests.ui(question, signalOf(options)) : undefined;
  return {
    async select(title: unknown, choices: unknown[], asking?: Asking) {
      const words = choices
        .slice(0, MOST)
        .map((one) =>
          typeof one === 'object' && one !== null && 'label' in one ? text(one.label) : text(one),
        );
      if (words.length === 0) return undefined;
      const answer = await ask({ kind: 'select', title: text(title), options: words }, asking);
      return typeof answer === 'string' && words.includes(answer) ? answer : undefined;
    },
    async confirm(title: unknown, message?: unknown, asking?: Asking) {
      return (
        (await ask({ kind: 'confirm', title: text(title), message: text(message) }, asking)) ===
        true
      );
    },
    async input(title: unknown, placeholder?: unknown, asking?: Asking) {
      const hint = placeholder === undefined ? {} : { placeholder: text(placeholder) };
      const answer = await ask({ kind: 'input', title: text(title), ...hint }, asking);
      return typeof answer === 'string' ? answer : undefined;
    },
    async editor(title: unknown, prefill?: unknown, asking?: Asking) {
      const answer = await ask({ kind: 'editor', title: text(title), text: text(prefill) }, asking);
      return typeof answer === 'string' ? answer : undefined;
    },
    notify(message: unknown, level?: unknown) {
      const known = level === 'warning' || level === 'error' ? level : 'info';
      void ask({ kind: 'notify', message: text(message), level: known });
    },
    /** pi's own hosts do the same without a terminal; a tool that uses the result fails with a reason. */
    async custom() {
      state.call?.warnings.add(NO_TERMINAL);
      state.tell({ type: 'log', level: 'warn', text: NO_TERMINAL });
      return undefined;
    },
    getEditorText: () => '',
    theme,
    getAllThemes: () => [],
    getTheme: nothing,
    setTheme: () => ({ success: false, error: 'There is no terminal' }),
    getToolsExpanded: () => false,
    onTerminalInput: () => nothing,
    ...Object.fromEntries(drawing.map((name) => [name, nothing])),
  };
}
