import { SettingsAnswer, SettingsState, ToolSettings } from '../../../shared/protocol/settings.ts';
import { checkFolders } from '../../sources/workspace/check-folders.ts';
import { refuse } from '../http/refuse.ts';
import { route } from '../http/route.ts';
import type { Parts } from '../parts.ts';

const answer = ({ settings: { current, revision } }: Parts) =>
  Response.json({
    settings: current,
    revision,
    defaults: ToolSettings.parse({}),
  } satisfies SettingsAnswer);

export const readSettings = route({
  method: 'GET',
  path: '/api/settings',
  access: 'page',
  summary: 'What the person decided about tools, and the defaults',
  answer: SettingsAnswer,
  handle: ({ parts }) => answer(parts),
});

export const saveSettings = route({
  method: 'PUT',
  path: '/api/settings',
  access: 'page',
  summary: 'Replaces the settings; a state that is not the newest gets 412',
  body: SettingsState.strict(),
  answer: SettingsAnswer,
  async handle({ body, parts }) {
    const { settings, revision } = body;
    if (settings.limits.defaultTimeoutMs > settings.limits.maxTimeoutMs) {
      const path = 'settings.limits.defaultTimeoutMs';
      const hint = `Give at most ${settings.limits.maxTimeoutMs}, the highest limit`;
      return refuse(422, 'bad-limits', 'The default time limit is above the highest', {
        ...{ path, hint },
      });
    }
    const folders = await checkFolders(settings.bash, parts.workspace);
    if (!folders.ok) {
      const { path, message, hint } = folders;
      return refuse(422, 'bad-folder', message, { path, hint });
    }
    if (!(await parts.settings.replace({ ...settings, bash: folders.bash }, revision))) {
      const hint = 'Read them again and repeat the change';
      return refuse(412, 'stale', 'The settings were changed in the meantime', { hint });
    }
    void parts.discovery.look();
    parts.channel.tell({ event: 'settings', data: { revision: parts.settings.revision } });
    return answer(parts);
  },
});
