import type { Command } from 'commander';
import {
  ConversationLimits,
  ConversationSetup,
  type ConversationNode,
} from '../../../shared/protocol/conversations/conversations.ts';
import { agentModel } from '../../../shared/protocol/settings.ts';
import { writeJson } from '../../../shared/tool/exact-number.ts';
import type { Model } from '../../conversations/models/model.ts';
import type { Talk } from '../../conversations/talk.ts';
import type { Terminal } from '../../platform/cli-io.ts';
import { Hosts } from '../hosts.ts';
import { exitCode, type Session } from '../session.ts';
import { answerer } from './answerer.ts';
import type { OpenTalk } from './open-talk.ts';
import { readTalk, type TalkAsked, type TalkOptions } from './options.ts';
import { turnPrinter } from './turn-printer.ts';

interface Options extends TalkOptions {
  system?: string;
}

const noModel = 'Choose a model: --model PROVIDER:NAME, or set one for agents in Settings';

/**
 * `lathe chat`: a conversation with a model that has the tools of a workspace, in a terminal or with one message
 * per line.
 */
export function chat(program: Command, session: Session): void {
  program
    .command('chat')
    .description('Chat with a model that has the tools of a workspace')
    .option('--model <id>', 'PROVIDER:NAME or recording:FILE (default: the model for agents)')
    .option('--system <text>', 'the system prompt')
    .option('--tools <names>', 'names of tools, separated by commas (default: all)')
    .option('--mode <mode>', '"plan" offers only read-only tools')
    .option('--max-calls <n>', 'the maximum number of calls per message')
    .option('--timeout <ms>', 'the timeout per message in milliseconds')
    .option('--auto-confirm', 'approve calls that need approval; forbidden calls stay forbidden')
    .option('--record <file>', 'save the conversation as JSON, to replay it with recording:FILE')
    .option('--workspace <folder>', 'the workspace with the tools and settings')
    .option('--cwd <folder>', 'the working directory of its calls')
    .action((options: Options) => hold(session, options));
}

async function hold(session: Session, options: Options): Promise<void> {
  const { io, disk } = session;
  const asked = readTalk(options);
  if ('message' in asked) return session.fail('bad-arguments', asked.message, exitCode.problems);
  await using hosts = new Hosts(session, options);
  const { autoConfirm = false } = options;
  const workspace = await hosts.workspaceOf(undefined);
  // Imported late, because loading it would delay other subcommands.
  const { openTalk } = await import('./open-talk.ts');
  const talk = await openTalk({ session, hosts, workspace, autoConfirm });
  const terminal = io.terminal();
  try {
    const id = asked.model ?? agentModel(talk.settings.current.agent);
    const model = id === undefined ? undefined : await talk.model(id);
    if (!id || !model) return await session.fail('no-model', noModel, exitCode.problems);
    if ('fault' in model)
      return await session.fail(model.fault.code, model.fault.message, exitCode.failed);
    const setup = setupOf(asked, options, id, io.path);
    const chatting = new Chat({ session, talk, terminal, setup, model, autoConfirm });
    await chatting.on();
    const recording = talk.recording(chatting.id);
    if (options.record !== undefined && recording)
      await disk.write(io.path(options.record), `${writeJson(recording, 2)}\n`);
  } finally {
    terminal?.close();
    await talk.close();
  }
}

function setupOf(
  { tools, mode, limits }: TalkAsked,
  { system, cwd }: Options,
  model: string,
  path: (written: string) => string,
): ConversationSetup {
  return ConversationSetup.parse({
    ...{ model, tools, mode, system: system ?? '', limits: ConversationLimits.parse(limits) },
    ...(cwd === undefined ? {} : { cwd: path(cwd) }),
  });
}

interface Given {
  session: Session;
  talk: OpenTalk;
  terminal: Terminal | undefined;
  setup: ConversationSetup;
  model: Model;
  autoConfirm: boolean;
}

class Chat {
  readonly id = crypto.randomUUID();
  #given: Given;
  #nodes: ConversationNode[] = [];
  #how: Talk;

  constructor(given: Given) {
    const { setup, model, terminal, autoConfirm } = given;
    this.#given = given;
    const asking = terminal ? 'ask' : 'refuse';
    this.#how = {
      ...{ id: this.id, model, setup, depth: 0, confirm: autoConfirm ? 'allow' : asking },
      // The person at the terminal may decide the same as in the page.
      caller: terminal ? 'page' : 'admin',
    };
    given.talk.store.begin({ id: this.id, setup });
  }

  /** Takes messages until the person leaves or the lines end. */
  async on(): Promise<void> {
    const { session, terminal } = this.#given;
    if (terminal) {
      for (;;) {
        const text = await terminal.ask('> ');
        if (text === undefined) return;
        if (text.trim() !== '') await this.#say(text, terminal.interrupt());
      }
    }
    for await (const text of session.io.lines()) {
      if (session.io.interrupt.aborted) return;
      if (text.trim() !== '') await this.#say(text, session.io.interrupt);
    }
  }

  async #say(text: string, signal: AbortSignal): Promise<void> {
    const { session, talk, terminal } = this.#given;
    const node: ConversationNode = {
      ...{ id: crypto.randomUUID(), parent: this.#nodes.at(-1)?.id ?? null, at: Date.now() },
      ...{ role: 'user', text },
    };
    this.#keep(node);
    talk.store.put(this.id, node);
    const print = turnPrinter(session.io);
    const answer = terminal && answerer(session.io, terminal, talk);
    const stopped = await talk.converse(
      [...this.#nodes],
      this.#how,
      (event) => {
        if (event.type === 'node') this.#keep(event.node);
        print.hear(event);
        if (event.type === 'run') answer?.(event.event);
      },
      signal,
    );
    print.end(stopped);
    const isBroken = stopped.stopReason === 'error';
    if (isBroken && !terminal) session.code = exitCode.failed;
    if (stopped.stopReason === 'cancelled' && !terminal) session.code = exitCode.cancelled;
  }

  #keep(node: ConversationNode): void {
    const at = this.#nodes.findIndex(({ id }) => id === node.id);
    if (at < 0) this.#nodes.push(node);
    else this.#nodes[at] = node;
  }
}
