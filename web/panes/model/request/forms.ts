import type { RequestForm } from '../../../../shared/protocol/conversations.ts';
import { partsOf, type ModelId } from '../../../../shared/protocol/models.ts';

/** In whose form a provider is sent its requests; undefined where nobody else answers. */
export function ownForm(model: ModelId): RequestForm | undefined {
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

export const formLabels: Readonly<Record<RequestForm, string>> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  gemini: 'Gemini',
};
