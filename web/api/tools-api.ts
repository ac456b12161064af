import { z } from 'zod';
import {
  Discarded,
  ImportAnswer,
  RegistryLog,
  SaveConflict,
  ToolFolder,
  ToolList,
  TrashList,
} from '../../shared/protocol/tools.ts';
import type { ImportRequest } from '../../shared/protocol/tools.ts';
import type { Folder } from '../../shared/tool/folder.ts';
import { call } from './client.ts';
import type { Answer } from './client.ts';

const path = (id: string) => `/api/tools/${encodeURIComponent(id)}`;
const trashed = (key: string) => `/api/trash/${encodeURIComponent(key)}`;
const Nothing = z.unknown();

export type Saved = Answer<ToolFolder> | { kind: 'conflict'; theirs: ToolFolder };

/** The tool folders of the workspace. Without `before` a folder is saved that must not exist yet. */
export const toolsApi = {
  /**
   * The whole list, page by page; with ids only these units, and no more is asked of the runner. Plan mode
   * leaves out tools that are not read-only.
   */
  async list(ids?: readonly string[], mode?: 'plan'): Promise<Answer<ToolList>> {
    const tools: ToolList['tools'] = [];
    let first: ToolList | undefined;
    let cursor: string | undefined;
    for (;;) {
      const query = new URLSearchParams({
        ...(ids && { ids: ids.join(',') }),
        ...(mode && { mode }),
      });
      if (cursor !== undefined) query.set('cursor', cursor);
      const answer = await call(`/api/tools?${query}`, ToolList);
      if (answer.kind !== 'ok') return answer;
      tools.push(...answer.value.tools);
      first ??= answer.value;
      cursor = answer.value.next;
      if (cursor === undefined) return { ...answer, value: { ...first, tools } };
    }
  },
  /** What happened in the registry since the runner started; the newest thousand, oldest first. */
  log: () => call('/api/registry/events', RegistryLog),
  read: (id: string) => call(path(id), ToolFolder),
  /** `before` is the state that these files take the place of, those included that are no longer there. */
  async save(
    id: string,
    files: Folder,
    before: Pick<ToolFolder, 'etag' | 'files'> | undefined,
  ): Promise<Saved> {
    const headers: Record<string, string> = before
      ? { 'If-Match': before.etag }
      : { 'If-None-Match': '*' };
    const gone = Object.keys(before?.files ?? {}).map((name) => [name, null] as const);
    const body = { files: { ...Object.fromEntries(gone), ...files } };
    const answer = await call(path(id), ToolFolder, { method: 'PUT', body, headers });
    if (answer.kind !== 'refused' || answer.status !== 412) return answer;
    const conflict = SaveConflict.safeParse(answer.body);
    return conflict.success ? { kind: 'conflict', theirs: conflict.data.theirs } : answer;
  },
  /** Answers where it lies in the trash. */
  remove: (id: string, etag: string) =>
    call(path(id), Discarded, { method: 'DELETE', headers: { 'If-Match': etag } }),
  enable: (id: string, enabled: boolean) =>
    call(`${path(id)}/enabled`, Nothing, { method: 'PUT', body: { enabled } }),
  trash: () => call('/api/trash', TrashList),
  restore: (key: string) => call(`${trashed(key)}/restore`, ToolFolder, { method: 'POST' }),
  deleteForever: (key: string) => call(trashed(key), Nothing, { method: 'DELETE' }),
  import: (request: ImportRequest) =>
    call('/api/import', ImportAnswer, { method: 'POST', body: request }),
};
