import { providers } from '../../../shared/schema/providers.ts';
import type { RequestForm } from '../../../shared/protocol/conversations/conversations.ts';
import { writeJson } from '../../../shared/tool/exact-number.ts';
import type { Definition } from '../../../shared/tool/definition.ts';
import type { JsonObject } from '../../../shared/tool/json.ts';
import { knownProviders } from './known-providers.ts';
import type { Ask, Server } from './messages.ts';
import type { Message, ModelRequest } from './model.ts';

/** A request for one provider, and the original names of its tools. */
export interface Asked {
  ask: Ask;
  /** Returns the registry's name for a provider's name of a tool. */
  nameOf(told: string): string;
}

/** Converts a request to the names and declarations of its provider. */
export function askOf(request: ModelRequest, server: Server & { name: string }): Asked {
  const told = new Map<string, string>();
  const names = new Map<string, string>();
  const tools = request.tools.map((definition) => {
    const declared = declare(definition, server, told);
    told.set(declared.name, definition.name);
    names.set(definition.name, declared.name);
    return declared;
  });
  // Earlier messages may name tools that are no longer offered.
  const tell = (name: string) =>
    names.get(name) ?? (name.replace(/[^\w-]/g, '_').slice(0, 64) || 'tool');
  const { system, messages, reasoning, maxTokens } = request;
  const said = messages.map((one) => renamed(one, tell));
  const ask = {
    ...{ ...server, system, messages: said, tools },
    ...(reasoning ? { reasoning } : {}),
    ...(maxTokens === undefined ? {} : { maxTokens }),
  };
  return { ask, nameOf: (name) => told.get(name) ?? name };
}

type Declared = Ask['tools'][number];

/** Declarations by form, because each turn sends them and they seldom change. */
const made = new WeakMap<Definition, Map<RequestForm, Declared>>();

/** Returns the declaration in the provider's form. If its name is taken, it gets a number. */
function declare(
  definition: Definition,
  { provider }: Server,
  taken: ReadonlyMap<string, string>,
): Declared {
  const { form } = knownProviders[provider];
  const known = made.get(definition)?.get(form);
  if (known && !taken.has(known.name)) return known;
  const view = providers.get(form);
  if (!view) throw new Error(`No view of ${provider}`);
  const { declaration } = view.declare(definition);
  const inner = (declaration.function ?? declaration) as JsonObject;
  const given = String(inner.name);
  let name = given;
  for (let next = 2; taken.has(name); next += 1) name = `${given.slice(0, 60)}_${next}`;
  inner.name = name;
  const declared = { name, declaration: writeJson(declaration) };
  if (name === given) made.set(definition, (made.get(definition) ?? new Map()).set(form, declared));
  return declared;
}

function renamed(message: Message, tell: (name: string) => string): Message {
  switch (message.role) {
    case 'user':
      return message;
    case 'assistant': {
      const parts = message.parts.map((part) =>
        part.type === 'call' ? { ...part, name: tell(part.name) } : part,
      );
      return { ...message, parts };
    }
    case 'tool': {
      const results = message.results.map((one) => ({ ...one, name: tell(one.name) }));
      return { ...message, results };
    }
  }
}
