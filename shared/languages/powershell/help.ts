const SUBJECT = new Set([
  'parameter',
  'forwardhelptargetname',
  'forwardhelpcategory',
  'remotehelprunspace',
  'externalhelp',
]);
const PLAIN = new Set([
  'synopsis',
  'description',
  'notes',
  'link',
  'example',
  'inputs',
  'outputs',
  'component',
  'role',
  'functionality',
]);
const directive = /^\s*\.(\w+)(?:\s+(\S.*))?\s*$/;

/** Comment-based help. Names of parameters are in lower case, as PowerShell does not tell cases apart. */
export interface Help {
  synopsis: string;
  description: string;
  parameters: Map<string, string>;
  /** What `.OUTPUTS` says first: a type and a text. */
  outputs?: { type: string; note?: string };
}

/**
 * The lines of a comment as help, or undefined where PowerShell would take them for no help: the first
 * line that is not blank must be a known directive, and no line may be an unknown one.
 */
export function readHelp(lines: string[]): Help | undefined {
  const indent = /^\s*/.exec(lines.find((line) => line.trim() !== '') ?? '')?.[0] ?? '';
  const help: Help = { synopsis: '', description: '', parameters: new Map() };
  let section: { name: string; subject: string; text: string[] } | undefined;
  const close = () => section && keep(help, section.name, section.subject, section.text);
  for (const line of lines) {
    const found = directive.exec(line);
    if (!found) {
      if (section === undefined && line.trim() !== '') return undefined;
      section?.text.push(line.startsWith(indent) ? line.slice(indent.length) : line);
      continue;
    }
    const name = (found[1] ?? '').toLowerCase();
    const subject = (found[2] ?? '').trim();
    const known = subject === '' ? PLAIN.has(name) : SUBJECT.has(name);
    if (!known) return undefined;
    close();
    section = { name, subject, text: [] };
  }
  if (section === undefined) return undefined;
  close();
  return help;
}

function keep(help: Help, name: string, subject: string, lines: string[]): void {
  const text = paragraphs(lines);
  const parameter = subject.toLowerCase();
  if (name === 'synopsis') help.synopsis ||= text;
  if (name === 'description') help.description ||= text;
  if (name === 'parameter' && !help.parameters.has(parameter)) {
    help.parameters.set(parameter, text.replaceAll('\n', ' '));
  }
  if (name === 'outputs' && text !== '') {
    const [, type = '', note = ''] = /^(\S+)\s*([\s\S]*)$/.exec(text) ?? [];
    help.outputs ??= note === '' ? { type } : { type, note };
  }
}

/** The lines of a paragraph become one; a list keeps its lines. */
function paragraphs(lines: string[]): string {
  return lines
    .map((line) => line.trim())
    .join('\n')
    .trim()
    .split(/\n{2,}/)
    .map((part) => (/^[-*] /m.test(part) ? part : part.replaceAll('\n', ' ')))
    .join('\n');
}
