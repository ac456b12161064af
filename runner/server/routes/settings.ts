import { SettingsAnswer, SettingsState, ToolSettings } from '../../../shared/protocol/settings.ts';
import { checkFolders } from '../../sources/workspace/check-folders.ts';
import { refuse } from '../http/refuse.ts';
import { route, type Route } from '../http/route.ts';
import type { External } from '../../sources/external/external.ts';
import type { Settings } from '../../store/settings.ts';
import type { Channel } from '../channel.ts';
import { answerJson } from '../http/answer-json.ts';

interface Needs {
  workspace: string;
  settings: Settings;
  external: External;
  channel: Channel;
}

const answer = ({ current, revision }: Settings) =>
  answerJson({
    settings: current,
    revision,
    defaults: ToolSettings.parse({}),
  } satisfies SettingsAnswer);

/** Routes for the user's settings of tools. */
export const settingsRoutes = ({
  workspace,
  settings: kept,
  external,
  channel,
}: Needs): Route[] => [
  route({
    method: 'GET',
    path: '/api/settings',
    access: 'page',
    summary: "The person's settings and the defaults",
    answer: SettingsAnswer,
    handle: () => answer(kept),
  }),

  route({
    method: 'PUT',
    path: '/api/settings',
    access: 'page',
    summary: 'Replaces the settings; a stale revision gets 412',
    body: SettingsState.strict(),
    answer: SettingsAnswer,
    async handle({ body }) {
      const { settings, revision } = body;
      if (settings.limits.defaultTimeoutMs > settings.limits.maxTimeoutMs) {
        const path = 'settings.limits.defaultTimeoutMs';
        const hint = `Give at most ${settings.limits.maxTimeoutMs}, the highest limit`;
        return refuse(422, 'bad-limits', 'The default timeout is above the maximum', {
          ...{ path, hint, values: { most: settings.limits.maxTimeoutMs } },
        });
      }
      const folders = checkFolders(settings.bash, workspace);
      if (!folders.ok) {
        const { code, folder, path, message, hint } = folders;
        return refuse(422, code, message, { path, hint, values: { folder } });
      }
      if (!(await kept.replace({ ...settings, bash: folders.bash }, revision))) {
        const hint = 'Read them again and repeat the change';
        return refuse(412, 'stale', 'The settings were changed in the meantime', { hint });
      }
      void external.discovery.look();
      channel.tell({ event: 'settings', data: { revision: kept.revision } });
      return answer(kept);
    },
  }),
];
