import { SessionAnswer } from '../../shared/protocol/session.ts';
import type { Answer } from './answer.ts';
import { call } from './call.ts';
import { sessionKey } from './session-key.ts';

/** Exchanges the one-time token of the address for a session of this browser. */
export const sessionApi = {
  async enter(token: string): Promise<Answer<SessionAnswer>> {
    const answer = await call('/api/session', SessionAnswer, { method: 'POST', body: { token } });
    if (answer.kind === 'ok') sessionKey.write(answer.value.key);
    return answer;
  },
};
