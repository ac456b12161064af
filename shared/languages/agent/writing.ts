import type { Writing } from '../../tool/language.ts';

/** What a model has to know to change an agent. */
export const writing: Writing = {
  tool: `The folder holds agent.json alone: an agent is a tool whose call is a conversation of a model with tools. Keep the fields that are there. "name" and "description" are what a calling model reads, "system" is what the agent's own model is told, "tools" names the tools that it has, "parameters" is the JSON Schema of a call, "output" that of its answer.`,
};
