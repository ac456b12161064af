import { ModelId } from '../../../../shared/protocol/models.ts';
import { ModelPrice } from '../../../../shared/protocol/settings.ts';

/** What a person typed for a model's price. */
export interface TypedPrice {
  model: string;
  input: string;
  output: string;
  context: string;
}

type Wrong = 'model' | 'taken' | 'price' | 'context';

/** A price as it is stored, or what is wrong first; `taken` are the models that have one. */
export function readPrice(
  typed: TypedPrice,
  taken: readonly string[],
): { ok: true; model: string; price: ModelPrice } | { ok: false; wrong: Wrong } {
  const model = typed.model.trim();
  const id = ModelId.safeParse(model);
  if (!id.success || !/^(?:openai|anthropic|google|local):/.test(model))
    return { ok: false, wrong: 'model' };
  if (taken.includes(model)) return { ok: false, wrong: 'taken' };
  const [input, output] = [typed.input, typed.output].map(readAmount);
  if (input === undefined || output === undefined) return { ok: false, wrong: 'price' };
  const context = typed.context.trim() === '' ? undefined : readAmount(typed.context);
  const price = ModelPrice.safeParse({
    inputPerMillion: input,
    outputPerMillion: output,
    ...(typed.context.trim() === '' ? {} : { contextTokens: context ?? null }),
  });
  return price.success ? { ok: true, model, price: price.data } : { ok: false, wrong: 'context' };
}

const readAmount = (text: string): number | undefined => {
  const plain = text.trim().replace(/^\$\s*/, '');
  return /^\d{1,12}(?:\.\d{1,9})?$/.test(plain) ? Number(plain) : undefined;
};
