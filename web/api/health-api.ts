import { Health } from '../../shared/protocol/health.ts';
import { call } from './call.ts';

export const healthApi = {
  read: (signal?: AbortSignal) => call('/api/health', Health, { signal }),
};
