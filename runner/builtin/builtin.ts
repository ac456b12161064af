import { createTool, type ToolConfig } from '../../shared/registry/create-tool.ts';
import type { Question } from '../../shared/registry/invoke-parts.ts';
import type { FunctionDeclaration, ToolDescription } from '../../shared/registry/tool.ts';
import { thrownResult } from '../../shared/registry/thrown-result.ts';
import type { ToolKind } from '../../shared/tool/definition.ts';
import type { Ending } from '../../shared/tool/ending.ts';
import type { Tell } from '../../shared/tool/host.ts';
import type { ToolResult } from '../../shared/tool/result.ts';
import type { Place } from './place.ts';

export type Verdict =
  | { kind: 'run' }
  /** `text` is the exact final text that is shown and approved. The person may waive it for good. */
  | ({ kind: 'ask'; waivable?: boolean } & Pick<Question, 'text' | 'reasons' | 'segments'>)
  /** Nobody can allow it. */
  | { kind: 'deny'; reason: string; result?: ToolResult };

export interface Doing {
  tell: Tell;
  signal: AbortSignal;
}

/** `ending` is there where a program ran. */
export interface Done {
  result: ToolResult;
  ending?: Ending;
}

/** One call, looked at and not begun. What was looked at is what `perform` works on, or it refuses. */
export interface Plan {
  verdict: Verdict;
  perform(doing: Doing): Promise<Done>;
}

/** What a tool is made of: the facts of `createTool`, and its work in two steps. */
export interface BuiltinConfig<Params> extends Omit<ToolConfig<Params>, 'execute'> {
  plan(params: Params, place: Place): Promise<Plan>;
}

/** A tool that Lathe brings along. */
export interface Builtin {
  name: string;
  displayName: string;
  kind: ToolKind;
  category: string;
  tags: string[];
  version: string;
  isConcurrencySafe: boolean;
  description: ToolDescription;
  getFunctionDeclaration(): FunctionDeclaration;
  extractSignatureContent?: (params: unknown) => string;
  abstractPermissionRule?: (params: unknown) => string;
  /** Checks the arguments and says whether the call may run. Arguments that do not fit fail when it is performed. */
  plan(params: unknown, place: Place): Promise<Plan>;
}

export function builtin<Params>({ plan, ...config }: BuiltinConfig<Params>): Builtin {
  const failed = (cause: unknown): Done => ({ result: thrownResult(cause) });
  const facts = createTool<Params>({
    ...config,
    // Only `plan` and `perform` know whether a call may run.
    execute: () => Promise.reject(new Error(`"${config.name}" is called through its plan`)),
  });
  return {
    ...facts,
    category: facts.category ?? '',
    async plan(params, place) {
      try {
        const planned = await plan(await config.schema.parseAsync(params), place);
        return {
          verdict: planned.verdict,
          perform: (doing) => planned.perform(doing).catch(failed),
        };
      } catch (cause) {
        return { verdict: { kind: 'run' }, perform: () => Promise.resolve(failed(cause)) };
      }
    },
  };
}
