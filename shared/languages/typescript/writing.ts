import type { Writing } from '../../tool/language.ts';

/** What a model has to know to write TypeScript for Lathe. Source: seed 002, and what the host does. */
export const writing: Writing = {
  module: `The folder holds one module, NAME.ts, with the folder's own name, whose default export is a function: (pi) => tool. It may return one tool, or a list of tools.
- A tool has name, label, description, parameters and async execute(toolCallId, params, onUpdate, ctx, signal).
- parameters is made with pi.typebox.Type: pi.typebox.Type.Object({ text: pi.typebox.Type.String({ description: '...' }) }). Describe every field. pi.typebox.Type.Optional(...) for what may be left out.
- execute returns { content: [{ type: 'text', text: '...' }], details: {} }. content is what the model gets; details is for display alone. An exception is a failed call.
- onUpdate may be absent: onUpdate?.({ content: [...] }). Heed signal, which says that the call was cancelled.
- The types come from: import type { CustomToolFactory } from 'lathe';
- In reach are the files of its own folder. pi.exec(command, args) runs a program after it was judged; look at code of what it returns. Ask for no network.
- Write no NAME.tool.json: Lathe makes it.`,
};
