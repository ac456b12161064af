import type { RequestForm } from '../../../shared/protocol/conversations/conversations.ts';
import type { ModelProvider } from '../../../shared/protocol/models.ts';

export interface KnownProvider {
  id: ModelProvider;
  label: string;
  /** The default address. */
  address: string;
  /** The environment variables for the key and the address. */
  variables: { key: string; address: string };
  /** Whether requests need a key. */
  needsKey: boolean;
  /** The form of its requests. */
  form: RequestForm;
}

/** The known providers. The variables are those in the documentation of the providers' own packages. */
export const knownProviders: Readonly<Record<ModelProvider, KnownProvider>> = {
  openai: {
    ...{ id: 'openai', label: 'OpenAI', form: 'openai', needsKey: true },
    address: 'https://api.openai.com/v1',
    variables: { key: 'OPENAI_API_KEY', address: 'OPENAI_BASE_URL' },
  },
  anthropic: {
    ...{ id: 'anthropic', label: 'Anthropic', form: 'anthropic', needsKey: true },
    address: 'https://api.anthropic.com/v1',
    variables: { key: 'ANTHROPIC_API_KEY', address: 'ANTHROPIC_BASE_URL' },
  },
  google: {
    ...{ id: 'google', label: 'Google', form: 'gemini', needsKey: true },
    address: 'https://generativelanguage.googleapis.com/v1beta',
    variables: { key: 'GOOGLE_GENERATIVE_AI_API_KEY', address: 'GOOGLE_GENERATIVE_AI_BASE_URL' },
  },
  local: {
    ...{ id: 'local', label: 'Local', form: 'openai', needsKey: false },
    address: 'http://127.0.0.1:11434/v1',
    variables: { key: 'LATHE_LOCAL_KEY', address: 'LATHE_LOCAL_URL' },
  },
};

/** The provider whose form shows a request if no model is selected. */
export const providerOfForm: Readonly<Record<RequestForm, ModelProvider>> = {
  openai: 'openai',
  anthropic: 'anthropic',
  gemini: 'google',
};
