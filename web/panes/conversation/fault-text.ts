import type { ModelFault } from '../../../shared/protocol/models.ts';

/** What went wrong with a model and what to do, in the reader's language. */
export const faultText = (fault: ModelFault): string => fault.message;
