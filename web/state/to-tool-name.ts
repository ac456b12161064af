import { isToolName } from './is-tool-name.ts';

/** The nearest name of a folder of the workspace: `my-tool` is `my_tool`. */
export const toToolName = (name: string): string => {
  if (isToolName(name)) return name;
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '');
  return plain === '' ? 'tool' : plain.slice(0, 60);
};
