import { createServer } from 'node:http';
import { join } from 'node:path';
import { home } from '../../steps/home.mjs';

/**
 * The suite starts the clients of all scenarios at once, some of which look at the clock: here they take turns.
 * `play` is given a scenario, the address of its server and its context. Answers with the command for the suite.
 */
export async function openTurns(play) {
  const faults = new Map();
  let last = Promise.resolve();
  const server = createServer(async (asked, answer) => {
    let body = '';
    for await (const bytes of asked) body += bytes;
    const turn = JSON.parse(body);
    last = last
      .then(() => play(turn))
      .then(
        () => answer.end(),
        (error) => {
          faults.set(turn.scenario, String(error.stack ?? error));
          answer.writeHead(500).end();
        },
      );
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  const turn = join(home, 'runner/scripts/conformance/client/turn.mjs');
  const url = `http://127.0.0.1:${server.address().port}`;
  return {
    command: `"${process.execPath}" "${turn}" ${url}`,
    /** The checks of a scenario, and one that failed where its last turn did not come to its end. */
    judged({ scenario, checks }) {
      const errorMessage = faults.get(scenario);
      faults.delete(scenario);
      const cut = { id: 'turn', status: 'FAILURE', errorMessage };
      return { scenario, checks: errorMessage === undefined ? checks : [...checks, cut] };
    },
    close: () => new Promise((done) => (server.close(done), server.closeAllConnections())),
  };
}
