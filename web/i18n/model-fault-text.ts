import { modelFaultKey } from '../../shared/protocol/model-faults.ts';
import type { ModelFault } from '../../shared/protocol/models.ts';
import { fillWording, LazyTexts } from './lazy-texts.svelte.ts';
import type { ModelFaultTexts } from './texts/model-faults.ts';

export const modelFaultWordings = new LazyTexts(() =>
  import('./texts/model-faults.ts').then(({ modelFaultTexts }) => modelFaultTexts),
);

/** How the runner names the provider that is no brand. */
const LOCAL = 'Local';

/** Why a model gave no answer, in the reader's language; in English where it is not worded. */
export const modelFaultText = (fault: ModelFault): string => {
  const texts = modelFaultWordings.current;
  const key = modelFaultKey(fault);
  const wait = texts && waitText(texts, fault.retryAfterMs);
  const isLocal = fault.values?.['provider'] === LOCAL;
  const values = {
    ...fault.values,
    ...(wait !== undefined && { wait }),
    ...(texts && isLocal && { provider: texts.local }),
  };
  const sentence = key && texts?.faults[key];
  // A brand stands apart from Chinese words, a word of theirs does not.
  const fitting = isLocal ? sentence?.replaceAll(/ ?\{provider\} ?/g, '{provider}') : sentence;
  const worded = fillWording(fitting || undefined, values);
  if (!texts || worded === undefined) return fault.message;
  const says = fillWording(texts.says, fault.values);
  return says === undefined ? worded : `${worded}。${says}`;
};

/** A wait as the runner words it in English: whole seconds, and minutes from the first one on. */
function waitText(texts: ModelFaultTexts, ms: number | undefined): string | undefined {
  if (ms === undefined) return undefined;
  const all = Math.ceil(ms / 1000);
  const [minutes, seconds] = [Math.floor(all / 60), all % 60];
  const parts = [
    minutes > 0 && fillWording(texts.minutes, { minutes }),
    (seconds > 0 || minutes === 0) && fillWording(texts.seconds, { seconds }),
  ];
  return parts.filter(Boolean).join(' ');
}
