import { partsOf, type ModelId } from '../../../shared/protocol/models.ts';
import { ct } from './texts.ts';

/** What a model is called where there is little room; the person is one, too. */
export function modelName(model: ModelId): string {
  if (model === 'person') return ct('model.person');
  const { provider, name } = partsOf(model);
  return provider === 'recording' ? ct('model.recording') : name || model;
}
