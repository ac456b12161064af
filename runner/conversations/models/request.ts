import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
} from '@ai-sdk/provider';
import { isObject } from '../../../shared/schema/json/values.ts';
import type { JsonObject } from '../../../shared/tool/json.ts';
import { markNumbers, unmarkJson } from '../../../shared/tool/exact-number.ts';
import type { AnswerPart } from '../../../shared/protocol/conversations/conversations.ts';
import type { Ask } from './messages.ts';
import type { Message } from './model.ts';

type Assistant = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'][number];

/** Stands for the declarations until the body is written. */
const TOOLS = `tools-${crypto.randomUUID()}`;
/** A provider's package wants some key; where there is none it asks the environment, which is not there. */
const NO_KEY = 'none';

/** What a request leaves by: the body that the provider's package made, with Lathe's own declarations. */
export const leaving = (ask: Ask, body: unknown): string => {
  if (typeof body !== 'string') return '';
  const made = JSON.parse(body) as { tools?: unknown };
  if (made.tools === undefined) return unmarkJson(body);
  const text = unmarkJson(JSON.stringify({ ...made, tools: TOOLS }));
  const listed = `[${ask.tools.map(({ declaration }) => declaration).join(',')}]`;
  const tools = ask.provider === 'google' ? `[{"functionDeclarations":${listed}}]` : listed;
  return text.replace(JSON.stringify(TOOLS), () => tools);
};

/** The model of the provider's own package; every request of it leaves through `fetch`. */
export function modelOf(
  { provider, name, address: baseURL }: Ask,
  key: string | undefined,
  fetch: typeof globalThis.fetch,
): LanguageModelV4 {
  const apiKey = key ?? NO_KEY;
  switch (provider) {
    case 'openai':
      return createOpenAI({ baseURL, apiKey, fetch }).chat(name);
    case 'anthropic':
      return createAnthropic({ baseURL, apiKey, fetch })(name);
    case 'google':
      return createGoogle({ baseURL, apiKey, fetch })(name);
    case 'local':
      return createOpenAICompatible({
        ...{ name: 'local', baseURL, fetch, includeUsage: true },
        ...(key === undefined ? {} : { apiKey }),
      })(name);
  }
}

/** The request in the form of the packages. Declarations come in when the body is written (`leaving`). */
export function optionsOf(ask: Ask): LanguageModelV4CallOptions {
  const { system, messages, tools, maxTokens } = ask;
  return {
    ...thinkingOf(ask),
    ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
    prompt: [
      ...(system === '' ? [] : [{ role: 'system' as const, content: system }]),
      ...messages.map((message) => promptOf(message, ask)),
    ],
    tools: tools.map(({ name }) => ({
      type: 'function',
      name,
      inputSchema: { type: 'object' },
    })),
    includeRawChunks: true,
  };
}

/**
 * How much the model is to think, which each package puts into its provider's own words: OpenAI's and a local
 * server's effort, Anthropic's budget or effort, Google's budget or level. Google tells thoughts only where it
 * is asked to.
 */
function thinkingOf({ provider, reasoning }: Ask): Partial<LanguageModelV4CallOptions> {
  if (reasoning === undefined) return {};
  if (provider !== 'google' || reasoning === 'none') return { reasoning };
  return { reasoning, providerOptions: { google: { thinkingConfig: { includeThoughts: true } } } };
}

function promptOf(message: Message, ask: Ask): LanguageModelV4Message {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: [{ type: 'text', text: message.text }] };
    case 'assistant':
      return { role: 'assistant', content: message.parts.flatMap((part) => saidOf(part, ask)) };
    case 'tool':
      return {
        role: 'tool',
        content: message.results.map(({ callId, name, content, isError }) => ({
          type: 'tool-result',
          toolCallId: callId,
          toolName: name,
          // The others have no word for a failed call, and the package would wrap the text into JSON.
          output: {
            type: isError && ask.provider === 'anthropic' ? 'error-text' : 'text',
            value: content,
          },
        })),
      };
  }
}

function saidOf(part: AnswerPart, ask: Ask): Assistant[] {
  const providerOptions = part.held === undefined ? {} : { providerOptions: heldOf(part.held) };
  if (part.type === 'call') {
    const input = inputOf(part.arguments, ask);
    return [
      { type: 'tool-call', toolCallId: part.id, toolName: part.name, input, ...providerOptions },
    ];
  }
  if (part.text === '' && part.held === undefined) return [];
  return [{ type: part.type, text: part.text, ...providerOptions }];
}

/** What providers wanted back, by provider: a conversation that was brought in may hold anything. */
const heldOf = (held: JsonObject) =>
  Object.fromEntries(
    Object.entries(held).filter(([, one]) => isObject(one)),
  ) as Assistant['providerOptions'] & object;

/** Arguments that the model wrote: as text where its form has text, else as JSON whose numbers stay exact. */
function inputOf(text: string, { provider }: Ask): unknown {
  if (provider === 'openai' || provider === 'local') return text;
  try {
    const value: unknown = JSON.parse(markNumbers(text) ?? text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Said below, each in the way of its form.
  }
  return provider === 'anthropic' ? text : {};
}
