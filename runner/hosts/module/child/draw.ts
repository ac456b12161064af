import type { Drawn, Outcome } from '../messages.ts';
import { formatLog } from './answers.ts';
import { parameterNames } from './loaded-tool.ts';
import { stripAnsi } from './provided/texts.ts';
import { theme } from './provided/theme.ts';
import type { State } from './state.ts';

/** The columns of a drawing, as many as the page's narrowest result pane has. */
const WIDTH = 80;
const MOST = 200_000;

interface Renderers {
  name: string;
  renderCall?: unknown;
  renderResult?: unknown;
}

/**
 * Returns the arguments of `renderCall` after the first, in the order that the name of its second parameter
 * implies: options before the theme, or the theme first and today's context after it. Source: seed 002 and pi.
 */
function callArguments(renderCall: unknown, options: object, context: object): unknown[] {
  const names = parameterNames(renderCall);
  const [, second = '', third = ''] = names;
  const themeFirst = [theme, context];
  const optionsFirst = [options, theme];
  if (/^_?th/i.test(second)) return themeFirst;
  if (/^_?opt/i.test(second) || /^_?th/i.test(third)) return optionsFirst;
  return names.length > 2 ? optionsFirst : themeFirst;
}

function textOf(drawn: unknown): string {
  const lines =
    typeof drawn === 'object' &&
    drawn !== null &&
    'render' in drawn &&
    typeof drawn.render === 'function'
      ? (drawn.render(WIDTH) as unknown[])
      : Array.isArray(drawn)
        ? drawn
        : [drawn ?? ''];
  return stripAnsi(lines.map((line) => String(line).trimEnd()).join('\n')).slice(0, MOST);
}

/**
 * Draws a call or result with a tool's own renderers, as text. A renderer that throws is logged, and the plain
 * content is shown. Source: seed 002, renderCall and renderResult.
 */
export function draw(
  state: State,
  tool: Renderers,
  args: Record<string, unknown>,
  outcome: Pick<Outcome, 'content' | 'details' | 'isError'>,
  partial: { frame: number } | undefined,
): Drawn | undefined {
  const options = (expanded: boolean) => ({
    expanded,
    isPartial: partial !== undefined,
    ...(partial ? { spinnerFrame: partial.frame } : {}),
  });
  const context = (expanded: boolean) => ({
    ...options(expanded),
    args,
    state: {},
    lastComponent: undefined,
    toolCallId: '',
    cwd: state.cwd,
    isError: outcome.isError,
    executionStarted: true,
    argsComplete: true,
    showImages: false,
    invalidate: () => undefined,
  });
  const tried = (render: () => unknown): string | undefined => {
    try {
      return textOf(render());
    } catch (thrown) {
      const text = `A renderer of "${tool.name}" broke: ${formatLog([thrown])}`;
      state.tell({ type: 'log', level: 'warn', text });
      return undefined;
    }
  };
  const { renderCall, renderResult } = tool;
  const drawn: Drawn = {};
  if (typeof renderCall === 'function') {
    const given = callArguments(renderCall, options(false), context(false));
    const call = tried(() => renderCall.call(tool, args, ...given));
    if (call !== undefined) drawn.call = call;
  }
  if (typeof renderResult === 'function') {
    // Extensions of today get a context instead of the arguments.
    const wantsContext = /^_?(context|ctx)/i.test(parameterNames(renderResult)[3] ?? '');
    const last = (expanded: boolean) => (wantsContext ? context(expanded) : args);
    const result = (expanded: boolean) =>
      tried(() => renderResult.call(tool, outcome, options(expanded), theme, last(expanded)));
    const short = result(false);
    const long = partial ? undefined : result(true);
    if (short !== undefined) drawn.result = short;
    if (long !== undefined && long !== short) drawn.expanded = long;
  }
  return Object.keys(drawn).length === 0 ? undefined : drawn;
}
