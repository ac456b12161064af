import { createServer, request } from 'node:http';

/**
 * Stands before `/mcp` and adds a program's token, which the suite has no place for; all else, `Host` and
 * `Origin` too, goes on as it came. Answers with its address.
 */
export function authorise({ origin, token }) {
  const { hostname, port, host } = new URL(origin);
  const server = createServer((asked, answer) => {
    const own = `127.0.0.1:${server.address().port}`;
    const mine = [own, `localhost:${server.address().port}`];
    const headers = { ...asked.headers, authorization: `Bearer ${token}` };
    if (mine.includes(headers.host)) headers.host = host;
    if (mine.some((one) => headers.origin === `http://${one}`)) headers.origin = origin;
    const { method, url: path } = asked;
    const passed = request({ hostname, port, method, path, headers }, (got) => {
      answer.writeHead(got.statusCode, got.headers);
      answer.flushHeaders();
      got.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    answer.on('close', () => passed.destroy());
    asked.pipe(passed);
  });
  return new Promise((ready) =>
    server.listen(0, '127.0.0.1', () =>
      ready({
        url: `http://127.0.0.1:${server.address().port}/mcp`,
        close: () => new Promise((done) => (server.close(done), server.closeAllConnections())),
      }),
    ),
  );
}
