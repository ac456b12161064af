import type { ModelFault } from '../../shared/protocol/models.ts';
import { fillWording, LazyTexts } from './lazy-texts.svelte.ts';

const modelFaultWordings = new LazyTexts(() =>
  import('./texts/model-faults.ts').then(({ modelFaultTexts }) => modelFaultTexts),
);

/** Why a model gave no answer, in the reader's language; in English where its values do not fill that. */
export const modelFaultText = ({ code, values, message }: ModelFault): string =>
  fillWording(modelFaultWordings.current?.[code], values) ?? message;
