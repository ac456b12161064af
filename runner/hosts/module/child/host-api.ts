import * as typebox from '@sinclair/typebox';
import { formatLog } from './answers.ts';
import * as exports from './provided/pi.ts';
import { cwdOf, type State } from './state.ts';
import { uiOf } from './ui.ts';

interface ExecOptions {
  signal?: AbortSignal;
  /** In milliseconds. */
  timeout?: number;
  cwd?: string;
}

interface Action {
  label: string;
  apply(reason: string): unknown;
  reject?(reason: string): unknown;
  sourceToolName?: string;
}

const levels = ['debug', 'info', 'warn', 'error'] as const;

/** Returns the API that a factory gets. Source: seed 002, CustomToolAPI. */
export function hostApi(state: State) {
  return {
    get cwd() {
      return cwdOf(state);
    },
    exec(command: string, args: string[] = [], options: ExecOptions = {}) {
      const request = {
        command: String(command),
        args: args.map(String),
        ...(options.cwd === undefined || options.cwd === cwdOf(state) ? {} : { cwd: options.cwd }),
        ...(options.timeout === undefined ? {} : { timeoutMs: options.timeout }),
      };
      return state.requests.exec(request, options.signal);
    },
    ui: uiOf(state),
    get hasUI() {
      return state.hasUi;
    },
    logger: Object.fromEntries(
      levels.map((level) => [
        level,
        (...parts: unknown[]) => state.tell({ type: 'log', level, text: formatLog(parts) }),
      ]),
    ),
    typebox,
    zod: state.zod,
    pi: exports,
    pushPendingAction(action: Action) {
      if (typeof action?.label !== 'string' || typeof action.apply !== 'function') {
        throw new TypeError('pushPendingAction wants a "label" and a function "apply"');
      }
      const sourceToolName = action.sourceToolName ?? 'custom_tool';
      state.pending.push({
        label: action.label,
        sourceToolName,
        apply: (reason) => action.apply(reason),
        reject: action.reject && ((reason) => action.reject?.(reason)),
      });
      tellPending(state);
    },
  };
}

export function tellPending(state: State): void {
  const actions = state.pending.map(({ label, sourceToolName }) => ({
    label,
    tool: sourceToolName,
  }));
  state.tell({ type: 'pending', actions });
}
