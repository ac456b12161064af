import { createTool, type ToolConfig } from '../../../shared/registry/create-tool.ts';
import { Schedule } from '../../../shared/registry/schedule.ts';
import { thrownResult } from '../../../shared/registry/thrown-result.ts';
import type { ExecutionContext, Tool } from '../../../shared/registry/tool.ts';
import { failed } from './failed.ts';
import { sandboxBoundary } from './paths/sandbox-boundary.ts';
import type { Place } from './place.ts';
import type { Done, Plan } from './plan.ts';

/** What a tool is made of: the facts of `createTool`, and its work in two steps. */
export interface BuiltinConfig<Params> extends Omit<ToolConfig<Params>, 'execute'> {
  plan(params: Params, place: Place): Promise<Plan>;
}

/** Makes a tool that works in a place. The place is asked for at each call, since settings change it. */
export type Builtin = (place: () => Promise<Place>) => Tool;

/** Calls that change things wait for each other, whichever tools they are of. */
const turns = new Schedule();

export function builtin<Params>({ plan, ...config }: BuiltinConfig<Params>): Builtin {
  return (place) => {
    /** What was judged for a call is what is executed for it: a second look could see something else. */
    const judged = new WeakMap<ExecutionContext, Plan>();
    const planned = async (params: unknown, context?: ExecutionContext): Promise<Plan> => {
      const here = await place();
      const from = { workingDirectory: context?.cwd, otherwise: here.directory };
      const directory = sandboxBoundary(from);
      return plan(await config.schema.parseAsync(params), { ...here, directory });
    };
    const facts = createTool<Params>({
      ...config,
      execute: () => Promise.reject(new Error('A built-in tool is executed by its plan')),
    });

    return {
      ...facts,
      async validate(params) {
        try {
          const found = await planned(params);
          return found.kind === 'never' ? found.result : undefined;
        } catch (cause) {
          return thrownResult(cause);
        }
      },
      async judge(params, context) {
        const found = await planned(params, context);
        if (context) judged.set(context, found);
        if (found.kind === 'may') return found.judgement;
        const reason = found.result.error?.message ?? 'It is forbidden';
        return { decision: 'deny', reasons: [reason], segments: [] };
      },
      async execute(params, context = {}) {
        try {
          const known = judged.get(context);
          const found = known ?? (await planned(params, context));
          if (found.kind === 'never') return found.result;
          // Called past the pipeline, where nobody can be asked.
          if (!known && found.judgement.decision !== 'allow') {
            const reason = found.judgement.reasons.join('; ');
            const llm = `It has to be approved first: ${reason}`;
            return failed('permission_error', reason, llm, `❌ 未获允许: ${reason}`);
          }
          const done = await turns.run(facts, () => perform(found, context));
          if (done.ending) context.ended?.(done.ending);
          return done.result;
        } catch (cause) {
          return thrownResult(cause);
        }
      },
    };
  };
}

function perform(plan: Plan & { kind: 'may' }, context: ExecutionContext): Promise<Done> {
  return plan.perform({
    signal: context.signal ?? new AbortController().signal,
    tell(progress) {
      if (progress.type === 'output') return context.output?.(progress.stream, progress.text);
      // What a built-in tool tells is JSON: it is written in its own file.
      context.update?.(JSON.parse(JSON.stringify(progress.update)));
    },
  });
}
