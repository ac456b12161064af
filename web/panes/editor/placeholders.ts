import { declaredNames, parse } from '../../../shared/template/parse.ts';
import { positions } from '../../../shared/template/report.ts';
import type { JsonSchema } from '../../../shared/tool/json.ts';
import type { Placeholder } from '../../monaco/code-editor.ts';

/** Where a template holds the places of its parameters. */
export const placeholders = (source: string, parameters: JsonSchema): Placeholder[] => {
  const place = positions(source);
  return parse(source, declaredNames(parameters)).flatMap((part) => {
    if (part.kind !== 'placeholder') return [];
    const { line, column } = place(part.start);
    return [{ line, column, endColumn: column + part.end - part.start }];
  });
};
