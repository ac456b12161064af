import type { Writing } from '../../tool/language.ts';

/** The rules for a model that edits an agent. */
export const writing: Writing = {
  tool: `The folder contains one file, agent.json. An agent is a tool whose call is a conversation between a model and tools. Keep the existing fields. The calling model reads "name" and "description". "system" is the system prompt of the agent's own model, "tools" lists its tools, "parameters" is the JSON Schema of the arguments, and "output" is the JSON Schema of the answer.`,
};
