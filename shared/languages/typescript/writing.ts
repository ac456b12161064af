import type { Writing } from '../../tool/language.ts';

/** The rules for a model that writes TypeScript for Lathe. Source: seed 002 and the host. */
export const writing: Writing = {
  module: `The folder contains one module, NAME.ts, where NAME is the name of the folder. Its default export is a function (pi) => tool that returns one tool or a list of tools.
- A tool has name, label, description, parameters and async execute(toolCallId, params, onUpdate, ctx, signal).
- Build parameters with pi.typebox.Type: pi.typebox.Type.Object({ text: pi.typebox.Type.String({ description: '...' }) }). Describe every field. Use pi.typebox.Type.Optional(...) for optional parameters.
- execute returns { content: [{ type: 'text', text: '...' }], details: {} }. The model gets content; details is only for display. An exception is a failed call.
- onUpdate may be absent: onUpdate?.({ content: [...] }). Stop when signal is aborted: the call was cancelled.
- Import the types: import type { CustomToolFactory } from 'lathe';
- The module can read the files of its own folder and has no network. pi.exec(command, args) runs a program after Lathe checked the command; check code in its result.
- Do not write NAME.tool.json; Lathe creates it.`,
};
