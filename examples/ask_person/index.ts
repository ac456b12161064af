// Puts a question to the person, where there is one.
import type { CustomToolFactory } from '@mariozechner/pi-coding-agent';
import { Type } from '@sinclair/typebox';

const factory: CustomToolFactory = (pi) => ({
  name: 'ask_person',
  label: 'Ask the person',
  description: 'Asks the person a question with a few answers to choose from',
  parameters: Type.Object({
    question: Type.String({ description: 'What to ask' }),
    options: Type.Array(Type.String(), { description: 'The answers to choose from', minItems: 1 }),
  }),
  async execute(_toolCallId, params, _onUpdate, _ctx, _signal) {
    const { question, options } = params;
    // Asked when it runs: the person may come and go while the module lives.
    if (!pi.hasUI) {
      return {
        content: [{ type: 'text', text: 'Nobody is there to be asked' }],
        details: { question, options, answer: null },
      };
    }
    const answer = await pi.ui.select(question, options);
    return {
      content: [{ type: 'text', text: answer === undefined ? 'They gave no answer' : `They chose: ${answer}` }],
      details: { question, options, answer: answer ?? null },
    };
  },
});

export default factory;
