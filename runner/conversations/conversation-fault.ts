import type { ModelFault } from '../../shared/protocol/models.ts';
import { diskFault } from '../platform/disk/disk-fault.ts';
import { fault } from './models/faults.ts';
import { Gone } from './thread.ts';

/** Returns the fault for an error that ended a conversation. */
export function faultOf(error: unknown): ModelFault {
  const unkept = error instanceof Gone ? error.message : diskFault(error)?.reason;
  if (unkept !== undefined) return fault('unkept', { why: unkept });
  return fault('broken', { why: error instanceof Error ? error.message : String(error) });
}
