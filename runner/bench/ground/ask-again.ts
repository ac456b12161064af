import { Conversation } from '../../../shared/protocol/conversations/conversations.ts';
import { Registry } from '../../../shared/registry/registry.ts';
import { requestOf } from '../../conversations/messages.ts';
import { openModels } from '../../conversations/models/open-models.ts';
import { nodeDisk } from '../../platform/disk/node-disk.ts';
import { findPrograms } from '../../platform/process/programs.ts';
import { read } from '../../sources/builtin/tools/read.ts';
import type { RunnerUnit } from '../../sources/unit.ts';

/** Repeats all requests of a conversation with `Read` to the runner's model, without a loop. */
export function openAsker(workspace: string, told: unknown) {
  const { setup, nodes } = Conversation.parse(told);
  const registry = new Registry<RunnerUnit>(() => true);
  const tool = read(() => Promise.reject(new Error('Nobody calls it')));
  const unit = { id: tool.name, source: 'builtin', group: tool.name, hash: '', tools: [tool] };
  registry.put(unit as unknown as RunnerUnit);
  const offered = new Map(registry.offered().map((one) => [one.tool.name, one]));
  const { deno, bwrap } = findPrograms();
  const variable = (name: string) => process.env[name];
  const models = openModels({ disk: nodeDisk, workspace, variable, deno, bwrap });
  return {
    async again(): Promise<void> {
      const model = await models.open(setup.model);
      if ('fault' in model) throw new Error(model.fault.code);
      const signal = new AbortController().signal;
      for (const [at, { role }] of nodes.entries()) {
        if (role !== 'answer') continue;
        for await (const piece of model.answer(
          requestOf(nodes.slice(0, at), setup, offered),
          signal,
        ))
          if (piece.type === 'fault') throw new Error(piece.fault.code);
      }
    },
    close: () => models.close(),
  };
}
