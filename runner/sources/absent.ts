import { languages } from '../../shared/languages/languages.ts';
import type { Host, HostFault } from '../../shared/tool/run/host.ts';
import { fileProblem, type Problem } from '../../shared/tool/problem/problem.ts';
import type { RunnerUnit } from './unit.ts';

/** Why the tools of a language cannot run here; models are not offered these tools. */
export class Absent {
  #hosts: ReadonlyMap<string, Host>;
  /** By the id of the language. */
  #reasons = new Map<string, HostFault>();

  constructor(hosts: ReadonlyMap<string, Host>) {
    this.#hosts = hosts;
  }

  /** Asks the hosts of all languages in use; returns whether anything changed. */
  async look(units: readonly RunnerUnit[]): Promise<boolean> {
    const written = new Set(units.flatMap(({ facts }) => facts.language ?? []));
    const found = await Promise.all(
      [...written].map(async (id) => {
        const host = this.#hosts.get(languages.get(id)?.host ?? '');
        return [id, await host?.absent?.()] as const;
      }),
    );
    let isOther = false;
    for (const [id, reason] of found) {
      if (this.#reasons.get(id)?.missing === reason?.missing) continue;
      isOther = true;
      if (reason === undefined) this.#reasons.delete(id);
      else this.#reasons.set(id, reason);
    }
    return isOther;
  }

  reasonOf({ facts, read }: RunnerUnit): string | undefined {
    if (facts.language === undefined) return undefined;
    return this.#reasons.get(facts.language)?.missing ?? this.#lackOf(facts.language, read);
  }

  /** Returns what a tool needs and is missing, although its host can run others. */
  #lackOf(language: string, read: RunnerUnit['read']): string | undefined {
    const host = this.#hosts.get(languages.get(language)?.host ?? '');
    if (!host?.lacks) return undefined;
    for (const tool of read?.toolset.tools ?? []) {
      const why = host.lacks(tool);
      if (why !== undefined) return why;
    }
    return undefined;
  }

  /** Returns the problems of a unit whose tools cannot run. */
  problemsOf(unit: RunnerUnit): Problem[] {
    const why = this.reasonOf(unit);
    if (why === undefined || unit.tools.length === 0) return [];
    const language = unit.facts.language ?? '';
    const file = unit.read?.toolset.tools[0]?.code.file ?? '';
    const phrase = this.#reasons.get(language)?.phrase;
    if (!this.#reasons.has(language))
      return unit.tools.map(({ name }) => lackProblem(name, file, why));
    const label = languages.get(language)?.label ?? language;
    const message = `${label} cannot run here, so models are not told of these tools: ${why}`;
    const values = { language, reason: why };
    return [
      {
        ...fileProblem('warning', 'host-missing', file, message, values),
        ...(phrase && { reason: phrase }),
      },
    ];
  }
}

const lackProblem = (name: string, file: string, why: string): Problem => {
  const message = `Models are not told of "${name}": ${why}`;
  return fileProblem('info', 'agent-no-model', file, message, { name, why });
};
