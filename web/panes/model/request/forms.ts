import type {
  ConversationSetup,
  RequestForm,
} from '../../../../shared/protocol/conversations/conversations.ts';
import { partsOf, type ModelId } from '../../../../shared/protocol/models.ts';

/** In whose form a provider is sent its requests; undefined where nobody else answers. */
function ownForm(model: ModelId): RequestForm | undefined {
  switch (partsOf(model).provider) {
    case 'openai':
    case 'local':
      return 'openai';
    case 'anthropic':
      return 'anthropic';
    case 'google':
      return 'gemini';
    default:
      return undefined;
  }
}

/** In whose form the model of a conversation is asked; the person chooses whose they see. */
export const formOf = ({ model, form }: Pick<ConversationSetup, 'model' | 'form'>): RequestForm =>
  ownForm(model) ?? form;

export const formLabels: Readonly<Record<RequestForm, string>> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  gemini: 'Gemini',
};
