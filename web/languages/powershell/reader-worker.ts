import { z } from 'zod';
import grammarUrl from 'tree-sitter-powershell/tree-sitter-powershell.wasm?url';
import { openReader } from '../../../shared/languages/powershell/open-reader.ts';
import { serveParser } from '../parser-worker.ts';

const Asked = z.object({ file: z.string(), source: z.string() });

// Nothing of a module runs, and no PowerShell is needed to read it.
serveParser(grammarUrl, openReader, (read, question) => {
  const { file, source } = Asked.parse(question);
  return { declared: read(file, source) };
});
