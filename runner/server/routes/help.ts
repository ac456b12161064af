import {
  HelpAnswer,
  HelpAsked,
  HelpPasted,
  HelpShown,
} from '../../../shared/protocol/conversations/help.ts';
import type { Help } from '../../conversations/help/help.ts';
import { answerJson } from '../http/answer-json.ts';
import { eventStream } from '../http/event-stream.ts';
import { refuse } from '../http/refuse.ts';
import { route, type Route } from '../http/route.ts';

/** The limit of the body, which contains a folder. */
const bodyBytes = 48 * 1024 * 1024;

/** Routes for a model's help with a tool: show, send and read. Nothing is saved or run. */
export const helpRoutes = ({ help }: { help: Help }): Route[] => [
  route({
    method: 'POST',
    path: '/api/help/request',
    access: 'page',
    summary: 'The request that asks a model to write or fix a tool, byte for byte; sends nothing',
    ...{ body: HelpAsked, bodyBytes, answer: HelpShown },
    async handle({ body }) {
      const shown = await help.show(body);
      if ('why' in shown)
        return refuse(422, 'no-help-request', `Cannot make a request from this: ${shown.why}`, {
          values: { why: shown.why },
        });
      return answerJson(shown satisfies HelpShown);
    },
  }),
  route({
    method: 'POST',
    path: '/api/help',
    access: 'page',
    summary:
      'Asks a model to write or fix a tool, and answers with server-sent events: text, reasoning, usage, retry, then answered or failed; closing the connection stops it. Nothing is saved or run',
    ...{ body: HelpAsked, bodyBytes },
    handle: ({ body }) =>
      eventStream((send, gone) => help.ask(body, (event) => send(event.type, event), gone)),
  }),
  route({
    method: 'POST',
    path: '/api/help/answer',
    access: 'page',
    summary: 'Reads and checks an answer from another chat; saves and runs nothing',
    ...{ body: HelpPasted, bodyBytes, answer: HelpAnswer },
    handle: async ({ body: { task, answer } }) =>
      answerJson((await help.read(task, answer)) satisfies HelpAnswer),
  }),
];
