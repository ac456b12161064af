import { SessionAnswer, SessionRequest } from '../../../shared/protocol/session.ts';
import { cookieName, type Credentials } from '../guard/credential.ts';
import { refuse } from '../http/refuse.ts';
import { route, type Route } from '../http/route.ts';
import { answerJson } from '../http/answer-json.ts';

const monthSeconds = 30 * 24 * 3600;

interface Needs {
  credentials: Credentials;
  address(): { port: number };
}

export const session = ({ credentials, address }: Needs): Route =>
  route({
    method: 'POST',
    path: '/api/session',
    access: 'open',
    summary: "Exchanges the address's one-time token for a session",
    body: SessionRequest.strict(),
    answer: SessionAnswer,
    async handle({ body }) {
      const begun = await credentials.sessions.begin(body.token);
      if (!begun) {
        return refuse(401, 'token-used', 'The token of this address is wrong or was used already', {
          hint: 'Start the runner again and open the address that it prints',
        });
      }
      const cookie = `${cookieName(address().port)}=${begun.cookie}`;
      const manner = `Path=/; HttpOnly; SameSite=Strict; Max-Age=${monthSeconds}`;
      return answerJson({ key: begun.key } satisfies SessionAnswer, {
        headers: { 'Set-Cookie': `${cookie}; ${manner}` },
      });
    },
  });
