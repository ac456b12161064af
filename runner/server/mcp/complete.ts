import type { CompleteRequest, CompleteResult } from '@modelcontextprotocol/server';
import { isObject } from '../../../shared/schema/json/values.ts';
import { namedTools } from './named-tools.ts';
import type { Offer } from './offer.ts';

/** The protocol's limit for one answer. */
const MOST = 100;

/** Names of parameters that take a file of the workspace. */
const FILE = /(^|_)(file|path|filename|filepath)(_|$)|(File|Path)$/;

/**
 * Completes an argument. Lathe's prompts have no values of their own; a program may ask for a tool's parameter with
 * a prompt reference to the tool's name: it gets the parameter's choices, or the shared files.
 */
export async function complete(
  offer: Offer,
  { ref, argument }: CompleteRequest['params'],
): Promise<CompleteResult> {
  const values = ref.type === 'ref/prompt' ? await valuesOf(offer, ref.name, argument) : [];
  const total = values.length;
  return { completion: { values: values.slice(0, MOST), total, hasMore: total > MOST } };
}

async function valuesOf(
  offer: Offer,
  tool: string,
  { name, value }: CompleteRequest['params']['argument'],
): Promise<string[]> {
  const schema = namedTools(await offer.tools(false)).get(tool)?.declared.inputSchema.properties;
  const property = schema?.[name];
  if (!isObject(property)) return [];
  const choices = choicesOf(property);
  if (choices.length > 0) return choices.filter((one) => one.startsWith(value));
  if (property.type === 'boolean') return ['false', 'true'].filter((one) => one.startsWith(value));
  if (property.type !== 'string' || !FILE.test(name)) return [];
  return (await offer.resources?.()?.beginning(value)) ?? [];
}

function choicesOf({ enum: listed, anyOf, oneOf }: Record<string, unknown>): string[] {
  if (Array.isArray(listed)) return listed.map(String);
  const arms: unknown[] = [anyOf, oneOf].flatMap((one): unknown[] =>
    Array.isArray(one) ? one : [],
  );
  return arms.flatMap((arm) => {
    if (!isObject(arm)) return [];
    return 'const' in arm
      ? [String(arm.const)]
      : Array.isArray(arm.enum)
        ? arm.enum.map(String)
        : [];
  });
}
