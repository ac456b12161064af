import type { LeftServer } from '../../../../shared/protocol/mcp/left-server.ts';
import { readOtherServers } from '../../../../shared/protocol/mcp/other-programs.ts';
import type { ServerAdded } from '../../../../shared/protocol/mcp/servers.ts';
import { formOf, type ServerForm } from './server-form.ts';

/** A server of another program, with its secrets where they are typed. */
function formWith({ name, settings, secrets = {} }: ServerAdded): ServerForm {
  const form = formOf(name, settings);
  const typed = (one: ServerForm['env'][number]) => ({ ...one, value: secrets[one.name] ?? '' });
  return { ...form, env: form.env.map(typed), headers: form.headers.map(typed) };
}

/** The servers in what other programs keep, and those that cannot be taken; undefined where it holds neither. */
export function pastedServers(
  text: string,
): { forms: ServerForm[]; left: LeftServer[] } | undefined {
  const read = readOtherServers(text);
  if (!read.ok) return undefined;
  const { servers, left } = read.value;
  return servers.length + left.length > 0 ? { forms: servers.map(formWith), left } : undefined;
}
