import type { JsonSchema } from '../../../../shared/tool/json.ts';

export type PartGroup = 'system' | 'tools' | 'messages';

/** A piece of a request that a model reads, whoever's form it stands in. */
export interface RequestPart {
  /** Its place in the request, such as `tools/0` or `messages/12`. */
  id: string;
  group: PartGroup;
  kind: 'system' | 'tool' | 'user' | 'assistant' | 'reasoning' | 'call' | 'result' | 'other';
  /** What is read: a declaration's JSON, a call's name and arguments, else the text itself. */
  text: string;
  /** Of a tool, a call, or a result whose call is known. */
  name?: string;
  /** What a declaration says. */
  declaration?: { description: string; schema: JsonSchema };
  /** A result that the form marks as failed. */
  isError?: boolean;
}
