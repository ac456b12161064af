import type { Transport } from '@modelcontextprotocol/client';
import type { ServerFault } from '../../shared/protocol/mcp/state.ts';
import { Pace } from './bytes/pace.ts';
import type { WireLog } from './wire-log.ts';

/** Logs the messages of an SDK transport, hides secrets from the code behind it, and detects floods. */
export function tap(
  transport: Transport,
  log: WireLog,
  tooFast: (fault: ServerFault) => void,
): Transport {
  const pace = new Pace();
  const send = transport.send.bind(transport);
  let hear: Transport['onmessage'];
  transport.send = (message, options) => {
    log.message('sent', message, JSON.stringify(message));
    return send(message, options);
  };
  const tapped: Transport['onmessage'] = (message, extra) => {
    const text = JSON.stringify(message);
    if (pace.isTooFast(text.length)) return tooFast(pace.fault);
    log.message('received', message, text);
    hear?.(log.hiddenIn(message), extra);
  };
  Object.defineProperty(transport, 'onmessage', {
    get: () => (hear === undefined ? undefined : tapped),
    set: (next: Transport['onmessage']) => void (hear = next === tapped ? hear : next),
  });
  return transport;
}
