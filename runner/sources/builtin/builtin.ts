import { createTool, type ToolConfig } from '../../../shared/registry/define/create-tool.ts';
import { thrownResult } from '../../../shared/registry/call/thrown-result.ts';
import type { Tool } from '../../../shared/registry/tool.ts';
import { failed } from './failed.ts';
import { sandboxBoundary } from './paths/sandbox-boundary.ts';
import type { Place } from './place.ts';
import { refusedFor, type Plan } from './plan.ts';
import { reasonsLine } from '../../../shared/tool/problem/reason.ts';

/** The configuration of a built-in tool: that of `createTool`, with the work in two steps. */
export interface BuiltinConfig<Params> extends Omit<ToolConfig<Params>, 'execute'> {
  plan(params: Params, place: Place): Promise<Plan>;
}

/** Makes a tool that works in a place. Each call gets the place again, because settings change it. */
export type Builtin = (place: () => Promise<Place>) => Tool;

export function builtin<Params>({ plan, ...config }: BuiltinConfig<Params>): Builtin {
  return (place) => {
    const planned = async (params: unknown, workingDirectory?: string): Promise<Plan> => {
      try {
        const here = await place();
        const directory = sandboxBoundary({ workingDirectory, otherwise: here.directory });
        return await plan(await config.schema.parseAsync(params), { ...here, directory });
      } catch (cause) {
        return { kind: 'ended', result: thrownResult(cause) };
      }
    };
    /** Performs only what was judged, because a second look could see something else. */
    const guarded = (found: Plan): Plan =>
      found.kind === 'ended'
        ? found
        : {
            ...found,
            perform: (doing) =>
              found.perform(doing).catch((cause: unknown) => ({ result: thrownResult(cause) })),
          };
    return {
      ...createTool<Params>({
        ...config,
        execute: () => Promise.reject(new Error('A built-in tool is executed by its plan')),
      }),
      plan: async (params, { cwd }) => guarded(await planned(params, cwd)),
      async execute(params, { cwd, signal, update, output } = {}) {
        const found = guarded(await planned(params, cwd));
        if (found.kind === 'ended') return found.result;
        // Called outside the pipeline, where nobody can be asked.
        if (found.judgement.decision !== 'allow') {
          const reason = reasonsLine(found.judgement.reasons);
          const llm = `It has to be approved first: ${reason}`;
          const refused = failed('permission_error', reason, llm, '❌ 未获允许');
          return refusedFor(found.judgement.reasons, refused).result;
        }
        const done = await found.perform({
          signal: signal ?? new AbortController().signal,
          tell(progress) {
            if (progress.type === 'output') output?.(progress.stream, progress.text);
            if (progress.type === 'update') update?.(JSON.parse(JSON.stringify(progress.update)));
          },
        });
        return done.result;
      },
    };
  };
}
