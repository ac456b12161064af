import { modelFaultKey } from '../../shared/protocol/model-faults.ts';
import type { ModelFault } from '../../shared/protocol/models.ts';
import { fillWording, LazyTexts } from './lazy-texts.svelte.ts';

export const modelFaultWordings = new LazyTexts(() =>
  import('./texts/model-faults.ts').then(({ modelFaultTexts }) => modelFaultTexts),
);

/** Why a model gave no answer, in the reader's language; in English where it is not worded. */
export const modelFaultText = (fault: ModelFault): string => {
  const texts = modelFaultWordings.current;
  const key = modelFaultKey(fault);
  const worded = key && fillWording(texts?.faults[key], fault.values);
  if (!texts || worded === undefined) return fault.message;
  const says = fillWording(texts.says, fault.values);
  return says === undefined ? worded : `${worded}。${says}`;
};
