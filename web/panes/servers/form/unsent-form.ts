import type { ServerSummary } from '../../../../shared/protocol/mcp/state.ts';
import { emptyForm, formOf, type NamedValue, type ServerForm } from './server-form.ts';

/** What was filled in and not sent, by the name of its server, and of which settings; a new one has neither. */
const unsent = new Map<string, { of: string; form: ServerForm }>();

const ofWhich = (server?: ServerSummary): string => JSON.stringify(server?.settings ?? null);
const asKept = (server?: ServerSummary): ServerForm =>
  server ? formOf(server.name, server.settings) : emptyForm();

/** A secret that was typed is not held where nobody sees the form. */
const withoutSecrets = (form: ServerForm): ServerForm => {
  const hidden = (row: NamedValue) => (row.from === 'secret' ? { ...row, value: '' } : row);
  return {
    ...{ ...form, clientSecret: '' },
    ...{ env: form.env.map(hidden), headers: form.headers.map(hidden) },
  };
};

/** The form as it was left, unless the settings are others now; else that of the server, or an empty one. */
export const startingForm = (server?: ServerSummary): ServerForm => {
  const left = unsent.get(server?.name ?? '');
  return left && left.of === ofWhich(server) ? left.form : asKept(server);
};

/** Holds a form that is left half-filled; one that says nothing new is forgotten. */
export const leaveForm = (form: ServerForm | undefined, server?: ServerSummary): void => {
  const key = server?.name ?? '';
  const left = form && withoutSecrets(form);
  const isEdited = left && JSON.stringify(left) !== JSON.stringify(asKept(server));
  if (isEdited) unsent.set(key, { of: ofWhich(server), form: left });
  else unsent.delete(key);
};
