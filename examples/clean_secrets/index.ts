// An extension: it returns nothing, registers its tool, and looks at every result before a model does.
import type { ExtensionAPI } from '@mariozechner/pi-coding-agent';
import { Type } from '@sinclair/typebox';

/** Words that look like keys of well-known services. */
const secret = /\b(sk-[A-Za-z0-9_-]{16,}|ghp_[A-Za-z0-9]{36}|AKIA[0-9A-Z]{16})\b/g;

export default function (pi: ExtensionAPI) {
  pi.on('tool_result', (event) => ({
    content: event.content.map((piece) =>
      piece.type === 'text' ? { ...piece, text: piece.text.replace(secret, '[secret]') } : piece,
    ),
  }));

  pi.registerTool({
    name: 'quote_text',
    label: 'Quote a text',
    description: 'Gives a text back as a quotation, without the secrets in it',
    parameters: Type.Object({ text: Type.String() }),
    // Registered tools take the signal third.
    async execute(_toolCallId, params, _signal, _onUpdate, _ctx) {
      const text = params.text.replaceAll(/^/gm, '> ');
      return { content: [{ type: 'text', text }], details: {} };
    },
  });
}
