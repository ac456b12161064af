import { z } from 'zod';
import { Health } from '../../shared/protocol/health.ts';
import { call } from './call.ts';

// Without a session the answer is only that somebody is there.
const Answered = z.union([Health, z.object({ ok: z.literal(true) })]);

export const healthApi = {
  read: () => call('/api/health', Answered),
};
