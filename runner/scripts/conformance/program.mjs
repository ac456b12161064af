import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A request that stands for itself, of nobody in particular. */
const ownRequest = (id, method, params = {}) => ({
  ...{ jsonrpc: '2.0', id, method },
  params: {
    ...params,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'bridge', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
});

/** A program that speaks the protocol on stdio. Each connection has ids of its own, which are others to the program. */
export class Program {
  #child;
  #open = new Map();
  #next = 0;
  /** Hears what the program says that answers nothing. */
  #hear = [];

  constructor(path) {
    this.#child = spawn(process.execPath, [path], { stdio: ['pipe', 'pipe', 'inherit'] });
    createInterface({ input: this.#child.stdout }).on('line', (line) =>
      this.#take(JSON.parse(line)),
    );
  }

  /** Carries the messages of one connection; what belongs to no request goes to the newest connection. */
  carry(transport) {
    const own = new Map();
    const answered = (id) => (message) => {
      own.delete(id);
      void transport.send({ ...message, id }, { relatedRequestId: id });
    };
    transport.onmessage = (message) => {
      const { id, method, params } = message;
      if (method === undefined) return this.#write(message);
      if (method === 'notifications/cancelled' && own.has(params?.requestId))
        return this.#write({
          ...message,
          params: { ...params, requestId: own.get(params.requestId) },
        });
      if (id === undefined) return this.#write(message);
      own.set(id, this.request(message, answered(id)));
    };
    const hear = (message) =>
      void transport
        .send(message, { relatedRequestId: [...own.keys()].at(-1) })
        .catch(() => undefined);
    this.#hear.push(hear);
    transport.onclose = () => {
      this.#hear = this.#hear.filter((one) => one !== hear);
      for (const requestId of own.values())
        this.#write({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });
    };
    return transport.start();
  }

  /** Asks under an id of its own, which is the answer. */
  request(message, answer) {
    const id = ++this.#next;
    this.#open.set(id, answer);
    this.#write({ ...message, id });
    return id;
  }

  ask(method, params) {
    return new Promise((done) => this.request(ownRequest(0, method, params), done));
  }

  end() {
    return new Promise((done) => {
      this.#child.once('exit', done);
      this.#child.stdin.end();
    });
  }

  #write(message) {
    this.#child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  #take(message) {
    if (message.method !== undefined) return this.#hear.at(-1)?.(message);
    const answer = this.#open.get(message.id);
    this.#open.delete(message.id);
    answer?.(message);
  }
}
