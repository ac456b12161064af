import { z } from 'zod';
import { ConflictList } from '../../shared/protocol/conflicts.ts';
import { DecisionList } from '../../shared/protocol/decisions.ts';
import { SettingsAnswer } from '../../shared/protocol/settings.ts';
import type { SettingsState } from '../../shared/protocol/settings.ts';
import { call } from './client.ts';

const path = '/api/settings';

/** What the person decided about tools. */
export const settingsApi = {
  read: () => call(path, SettingsAnswer),
  save: (state: SettingsState) => call(path, SettingsAnswer, { method: 'PUT', body: state }),
  decisions: () => call('/api/decisions', DecisionList),
  revoke: (id: string) =>
    call(`/api/decisions/${encodeURIComponent(id)}`, z.unknown(), { method: 'DELETE' }),
  conflicts: () => call('/api/conflicts', ConflictList),
};
