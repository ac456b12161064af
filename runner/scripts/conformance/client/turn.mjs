// What the suite takes for the client of one scenario: it waits for its turn at `turns.mjs`, and for the end of it.
import { request } from 'node:http';

const [turns, url] = process.argv.slice(2);
const { MCP_CONFORMANCE_SCENARIO: scenario, MCP_CONFORMANCE_CONTEXT: context = '{}' } = process.env;
// `fetch` would wait five minutes at most, and turns are taken one by one.
request(turns, { method: 'POST' }, (answer) => {
  answer.resume();
  answer.on('end', () => process.exit(answer.statusCode === 200 ? 0 : 1));
}).end(JSON.stringify({ scenario, url, context: JSON.parse(context) }));
