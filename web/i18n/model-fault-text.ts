import { modelFaultKey } from '../../shared/protocol/model-faults.ts';
import type { ModelFault } from '../../shared/protocol/models.ts';
import { fillWording, LazyTexts } from './lazy-texts.svelte.ts';

export const modelFaultWordings = new LazyTexts(() =>
  import('./texts/model-faults.ts').then(({ modelFaultTexts }) => modelFaultTexts),
);

/** Why a model gave no answer, in the reader's language; in English where it is not worded there. */
export const modelFaultText = (fault: ModelFault): string => {
  const texts = modelFaultWordings.current;
  const key = modelFaultKey(fault);
  const sentence = texts && key && fillWording(texts[key], fault.values);
  if (sentence === undefined) return fault.message;
  const { detail } = fault.values;
  return detail === undefined
    ? sentence
    : (fillWording(texts?.says, { sentence, detail }) ?? sentence);
};
