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

/** A placeholder for the declarations until the body is written. */
const TOOLS = `tools-${crypto.randomUUID()}`;
/** The packages require a key; without one they would read the environment, which the process does not have. */
const NO_KEY = 'none';

/** Returns the body of the provider's package with Lathe's own declarations. */
export const leaving = (ask: Ask, body: unknown): string => {
  if (typeof body !== 'string') return '';
  const made = JSON.parse(body) as { tools?: unknown };
  if (made.tools === undefined) return unmarkJson(body);
  const text = unmarkJson(JSON.stringify({ ...made, tools: TOOLS }));
  const listed = `[${ask.tools.map(({ declaration }) => declaration).join(',')}]`;
  const tools = ask.provider === 'google' ? `[{"functionDeclarations":${listed}}]` : listed;
  return text.replace(JSON.stringify(TOOLS), () => tools);
};

/** Returns the model of the provider's own package, with all requests through `fetch`. */
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

/** Converts a request for the packages. `leaving` adds the declarations when the body is written. */
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
 * Returns the options for the amount of reasoning in the provider's own terms: effort for OpenAI and local
 * servers, budget or effort for Anthropic, budget or level for Google. Google includes thoughts only on
 * request.
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
          // The other providers have no field for a failed call, and the package would wrap the text in JSON.
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

/**
 * Returns the data for providers, by provider; checked, because an imported conversation may contain anything.
 */
const heldOf = (held: JsonObject) =>
  Object.fromEntries(
    Object.entries(held).filter(([, one]) => isObject(one)),
  ) as Assistant['providerOptions'] & object;

/** Returns the model's arguments: as text if the form has text, otherwise as JSON with exact numbers. */
function inputOf(text: string, { provider }: Ask): unknown {
  if (provider === 'openai' || provider === 'local') return text;
  try {
    const value: unknown = JSON.parse(markNumbers(text) ?? text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Invalid JSON, which each form handles below.
  }
  return provider === 'anthropic' ? text : {};
}
