import type { Parts } from '../parts.ts';
import type { McpEndpoint } from './endpoint.ts';

/** The endpoint of a runner, which is opened, and the SDK read, when somebody first asks for it. */
export function lazyEndpoint(parts: () => Parts): McpEndpoint {
  let opened: Promise<McpEndpoint> | undefined;
  return {
    async answer(...given) {
      opened ??= import('./open-endpoint.ts').then(({ openEndpoint }) => openEndpoint(parts()));
      return (await opened).answer(...given);
    },
    close: async () => (await opened)?.close(),
  };
}
