import type { ElicitRequestFormParams, ElicitResult } from '@modelcontextprotocol/server';
import { reasonsLine } from '../../../shared/tool/problem/reason.ts';
import type { Answer, Question } from '../../../shared/registry/approval/approve.ts';
import type { UiQuestion } from '../../../shared/tool/run/host.ts';
import type { Json } from '../../../shared/tool/json.ts';

/** A question in the form for a client's user. */
export interface Elicitation {
  /** Its key among simultaneous questions. */
  key: string;
  params: ElicitRequestFormParams;
}

/** Asks the client's user; undefined if nobody answered. */
export type Elicit = (asked: Elicitation, signal: AbortSignal) => Promise<ElicitResult | undefined>;

type Properties = ElicitRequestFormParams['requestedSchema']['properties'];

const formOf = (message: string, properties: Properties): ElicitRequestFormParams => ({
  ...{ mode: 'form', message },
  requestedSchema: { type: 'object', properties, required: Object.keys(properties) },
});

type Dialogue = Exclude<UiQuestion, { kind: 'notify' }>;

/** Converts a tool's own dialogue, with the text of the page. */
function elicitationOf(ask: Dialogue): Elicitation {
  const key = 'answer';
  switch (ask.kind) {
    case 'form': {
      // The client checks its user's input with the tool's own schema, passed on unchanged.
      const requestedSchema = { type: 'object', properties: {}, ...ask.schema } as never;
      const params = { mode: 'form', message: ask.title, requestedSchema } as const;
      return { key: ask.key ?? key, params };
    }
    case 'select':
      return { key, params: formOf(ask.title, { answer: { type: 'string', enum: ask.options } }) };
    case 'confirm': {
      const text = [ask.title, ask.message].filter((part) => part !== '').join('\n\n');
      return { key, params: formOf(text, { answer: { type: 'boolean' } }) };
    }
    case 'editor':
      return { key, params: formOf(ask.title, { answer: { type: 'string', default: ask.text } }) };
    case 'input': {
      const hint = ask.placeholder === undefined ? {} : { description: ask.placeholder };
      return { key, params: formOf(ask.title, { answer: { type: 'string', ...hint } }) };
    }
  }
}

/** Converts the answer of the client's user to the form of the page. */
function valueOf(ask: Dialogue, said: ElicitResult | undefined): Json | undefined {
  if (said?.action === 'decline' && ask.kind === 'form') return null;
  if (said?.action === 'decline' && ask.kind === 'confirm') return false;
  if (said?.action !== 'accept') return undefined;
  const content = said.content ?? {};
  if (ask.kind === 'form') return { ...content };
  const answer = content.answer;
  const fits = ask.kind === 'confirm' ? typeof answer === 'boolean' : typeof answer === 'string';
  return fits ? answer : undefined;
}

/** Asks the client's user a tool's own dialogue. */
export async function askClient(
  ask: UiQuestion,
  elicit: Elicit,
  signal: AbortSignal,
): Promise<Json | undefined> {
  if (ask.kind === 'notify') return undefined;
  return valueOf(ask, await elicit(elicitationOf(ask), signal));
}

/**
 * Asks the client's user for an approval, with the text of the page. Everything but a plain yes means no; undefined
 * if nobody answered.
 */
export async function approveByClient(
  { title, text, reasons }: Pick<Question, 'title' | 'text' | 'reasons'>,
  elicit: Elicit,
  signal: AbortSignal,
): Promise<Answer | undefined> {
  const why = reasons.length > 0 ? `\n\n${reasonsLine(reasons)}` : '';
  const params = formOf(`${title}\n\n${text}${why}`, {
    allow: { type: 'boolean', title: 'Allow it, this once', default: false },
  });
  const said = await elicit({ key: 'approval', params }, signal);
  if (said === undefined || said.action === 'cancel') return undefined;
  if (said.action === 'accept' && said.content?.allow === true) return { answer: 'allow' };
  return { answer: 'deny', reason: 'The person refused it in the program that called' };
}
