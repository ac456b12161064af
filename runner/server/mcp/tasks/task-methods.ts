import {
  CLIENT_CAPABILITIES_META_KEY,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import type { ClientCapabilities, Server, ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { capabilitiesOf } from '../client-capabilities.ts';
import { unknownTask, type CallerTasks } from './tasks.ts';

const TASKS = 'io.modelcontextprotocol/tasks';

/** The capability by which a server and its client support tasks. */
const knowsTasks = { extensions: { [TASKS]: {} } };

const takesTasks = (said: ClientCapabilities | undefined): boolean =>
  said?.extensions?.[TASKS] !== undefined;

const missing = () =>
  new MissingRequiredClientCapabilityError({ requiredCapabilities: knowsTasks });

/** The tasks of a server. An exported server has none, and is built without their code. */
export interface ServedTasks {
  capabilities: typeof knowsTasks;
  offer(server: Server): void;
  /** Returns the tasks for a call, if its client supports them. */
  of(server: Server, context: ServerContext): CallerTasks | undefined;
}

/** The tasks of a caller. */
export const servedTasks = (tasks: CallerTasks): ServedTasks => ({
  capabilities: knowsTasks,
  offer: (server) => offerTasks(server, tasks),
  of: (server, context) => tasksFor(tasks, server, context),
});

const tasksFor = (
  tasks: CallerTasks,
  server: Server,
  context: ServerContext,
): CallerTasks | undefined =>
  context.mcpReq.envelope && takesTasks(capabilitiesOf(server, context)) ? tasks : undefined;

const Named = z.object({ taskId: z.string() });

/** Serves the methods of the extension. Source: `io.modelcontextprotocol/tasks`, SEP-2663. */
function offerTasks(server: Server, tasks: CallerTasks): void {
  const serve = (
    method: string,
    answer: (taskId: string, context: ServerContext) => object | undefined,
  ) =>
    server.setRequestHandler(method, { params: Named }, ({ taskId }, context) => {
      if (!tasksFor(tasks, server, context)) throw missing();
      const answered = answer(taskId, context);
      if (!answered) throw unknownTask();
      return { ...answered };
    });
  serve('tasks/get', (id) => tasks.get(id));
  serve('tasks/cancel', (id) => (tasks.cancel(id) ? {} : undefined));
  serve('tasks/update', (id, { mcpReq: { inputResponses } }) => {
    if (!inputResponses) {
      const message = '"inputResponses" is missing: an object with an answer for each question';
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
    }
    return tasks.answer(id, inputResponses) ? {} : undefined;
  });
}

const Listen = z.object({
  id: z.union([z.string(), z.number()]),
  method: z.literal('subscriptions/listen'),
  params: z.object({
    notifications: z.object({ taskIds: z.array(z.unknown()) }),
    _meta: z.object({ [CLIENT_CAPABILITIES_META_KEY]: z.looseObject({}).optional() }).optional(),
  }),
});

/** Refuses a client that wants notifications about tasks and does not declare the extension. Source: SEP-2663. */
export function listenFault(body: unknown): Response | undefined {
  const { data } = Listen.safeParse(body);
  if (!data || takesTasks(data.params._meta?.[CLIENT_CAPABILITIES_META_KEY])) return undefined;
  const { code, message, data: more } = missing();
  const error = { code, message, data: more };
  return Response.json({ jsonrpc: '2.0', id: data.id, error }, { status: 400 });
}
