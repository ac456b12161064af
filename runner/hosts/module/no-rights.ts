import type { ModuleRights } from '../../../shared/protocol/module-rights.ts';

/** What a module has that nobody granted anything to. */
export const noRights: ModuleRights = { read: [], write: [], env: [], net: [] };
