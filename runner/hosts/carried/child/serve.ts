import { readFile } from 'node:fs/promises';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { icons } from '../../../../shared/formats/icons.ts';
import type { Answer, Question } from '../../../../shared/registry/approval/approve.ts';
import type { Registered } from '../../../../shared/registry/registry-view.ts';
import { definitionOf } from '../../../../shared/registry/tool.ts';
import { readJson } from '../../../../shared/tool/exact-number.ts';
import { reasonsLine } from '../../../../shared/tool/problem/reason.ts';
import { Samples, type Sample } from '../../../../shared/tool/sample.ts';
import type { Through } from '../../../calls/runs.ts';
import { HeldCalls } from '../../../server/mcp/held-calls.ts';
import { mcpServer } from '../../../server/mcp/mcp-server.ts';
import type { Offer } from '../../../server/mcp/offer.ts';
import { samplePrompts } from '../../../server/mcp/sample-prompts.ts';
import type { exactStdio, OpenTools } from './lathe.ts';

interface About {
  name: string;
  version: string;
  /** The instructions for models about all tools. */
  instructions?: string;
}

/** An exported icon is next to this program. */
const iconBeside = (file: string): Promise<string | undefined> =>
  icons.includes(file)
    ? readFile(new URL(`./${file}`, import.meta.url), 'utf8').catch(() => undefined)
    : Promise.resolve(undefined);

const FLAG = '--dangerously-approve';

/** How the server was started: whether all calls are approved in advance, and its samples. */
interface Ways {
  approves: boolean;
  samples: readonly Sample[];
}

/**
 * Asks the client's user whether a call may run. If the client cannot ask, the call is denied with a reason for its
 * model.
 */
async function approved(
  question: Question,
  signal: AbortSignal,
  through: Through | undefined,
): Promise<Answer> {
  if (through === undefined) {
    const why = reasonsLine(question.reasons);
    const how = `This client cannot ask its person. Whoever set this server up can approve all calls with "${FLAG}" after "server.mjs"`;
    return { answer: 'deny', reason: `${why}. ${how}` };
  }
  const nobody = {
    answer: 'deny',
    reason: 'Nobody approved it in the program that called',
  } as const;
  return (await through.approval(question, signal)) ?? nobody;
}

/** Returns the offer of exported tools, which do not change. */
function offerOf(tools: OpenTools, about: About, { approves, samples }: Ways): Offer {
  const { name, version, instructions = '' } = about;
  const listed = tools.list().map((tool, rank): Registered => {
    const unit = { id: tool.name, group: name, hash: '', tools: [tool], rank };
    return { unit: { ...unit, source: 'authored' }, tool, definition: definitionOf(tool) };
  });
  const [first] = listed;
  return {
    about: { name, version },
    icon: iconBeside,
    instructions: () => Promise.resolve(instructions),
    prompts: samplePrompts(
      () => Promise.resolve(listed),
      ({ id }) => samples.filter(({ tool = first?.tool.name }) => tool === id),
    ),
    tools: () => Promise.resolve(listed),
    call({ tool }, { arguments: args, context }, tell, signal, through) {
      const approve = (question: Question, stop: AbortSignal) => approved(question, stop, through);
      return tools.run(tool.name, args, {
        ...{ signal, tell, ask: through?.question, approve: approves ? undefined : approve },
        // Scripts run where this server was started, whoever calls.
        context: { ...context, cwd: undefined },
      });
    },
  };
}

/** Reads the exported samples. If that fails, only their prompts are missing. */
async function readSamples(file: URL): Promise<Sample[]> {
  try {
    return Samples.parse(readJson(await readFile(file, 'utf8')));
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'))
      process.stderr.write(
        `"samples.json" is left out: ${cause instanceof Error ? cause.message : String(cause)}\n`,
      );
    return [];
  }
}

/** Returns whether all calls are approved in advance; ends the process on any other flag. */
function readFlags(given: readonly string[]): boolean {
  const unknown = given.find((one) => one !== FLAG);
  if (unknown !== undefined) {
    process.stderr.write(
      `There is no option "${unknown}", only "${FLAG}", which approves all calls\n`,
    );
    process.exit(2);
  }
  if (given.length > 0) process.stderr.write('Less secure: dangerously-approve\n');
  return given.length > 0;
}

/**
 * Serves tools to the client that started this process, in both generations of the protocol, until it closes stdin
 * or ends the process.
 */
export async function serve(
  tools: OpenTools,
  about: About,
  { stdin, stdout }: ReturnType<typeof exactStdio>,
): Promise<void> {
  const approves = readFlags(process.argv.slice(2));
  const samples = await readSamples(new URL('../samples.json', import.meta.url));
  const leave = () => void tools.close().finally(() => process.exit());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, leave);
  process.stdin.once('close', leave);
  const transport = new StdioServerTransport(stdin, stdout);
  // A client that probes the protocol versions gets a new server object; held calls outlive each.
  const held = new HeldCalls();
  const offer = offerOf(tools, about, { approves, samples });
  // Settles once the server is connected.
  await serveStdio(() => mcpServer(offer, held), { transport });
}
