import { createServer } from 'node:net';
import process from 'node:process';

/** Things of ours that a sealed process shall not reach: a port, and our own process. */
export interface Bait {
  port: number;
  pid: number;
  /** How often somebody connected. */
  taken(): number;
  close(): Promise<void>;
}

export function setBait(): Promise<Bait> {
  return new Promise((settle, fail) => {
    let taken = 0;
    const server = createServer((socket) => {
      taken += 1;
      socket.destroy();
    });
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      settle({
        port: typeof address === 'object' && address !== null ? address.port : 0,
        pid: process.pid,
        taken: () => taken,
        close: () => new Promise((closed) => server.close(() => closed())),
      });
    });
  });
}
