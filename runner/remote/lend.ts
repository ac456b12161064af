import type { ServerFault } from '../../shared/protocol/mcp/state.ts';
import type { Open } from './open-server.ts';
import { SessionOver } from './ways.ts';

type Lent<T> = { value: T } | { fault: ServerFault };

/**
 * Lends the connection for one piece of work, and a new one once more where the server had forgotten the session: it did
 * nothing of what it refused. `over` hears of such a connection before another one is asked for.
 */
export async function lend<T>(
  opened: () => Promise<Open | { fault: ServerFault }>,
  work: (open: Open) => Promise<T>,
  over: (open: Open, why: ServerFault) => void,
): Promise<Lent<T>> {
  const once = async (): Promise<Lent<T> & { isOver?: true }> => {
    const open = await opened();
    if ('fault' in open) return open;
    open.users += 1;
    try {
      return { value: await work(open) };
    } catch (error) {
      if (!(error instanceof SessionOver)) throw error;
      open.isOver = true;
      over(open, error.fault);
      return { fault: error.fault, isOver: true };
    } finally {
      open.users -= 1;
      // Others may still wait for what the server did before.
      if (open.isOver && open.users === 0) void open.connection.close();
    }
  };
  const done = await once();
  return done.isOver ? once() : done;
}
