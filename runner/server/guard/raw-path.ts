/**
 * Why a raw path of the request line is refused. Routers and engines disagree about these forms, so none of
 * them gets one. Undefined if the path is fine.
 */
export function rawPathFault(rawPath: string): string | undefined {
  const path = rawPath.split(/[?#]/, 1)[0] ?? '';
  if (!path.startsWith('/')) return 'does not begin with a slash';
  if (path.length > 2_048) return 'is too long';
  if (path.includes('//')) return 'has an empty part';
  if (path.includes('\\') || /%(2f|5c)/i.test(path)) return 'has a slash in disguise';
  if (/%00/.test(path) || /[^\x21-\x7e]/.test(path)) return 'has a character that is not allowed';
  if (/%(?![0-9a-f]{2})/i.test(path)) return 'has a percent sign that encodes nothing';
  const plain = path.replace(/%2e/gi, '.').split('/');
  if (plain.some((part) => part === '.' || part === '..')) return 'has a dot segment';
  return undefined;
}
