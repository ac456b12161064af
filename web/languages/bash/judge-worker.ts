import grammarUrl from 'tree-sitter-bash/tree-sitter-bash.wasm?url';
import { openBashParser } from '../../../shared/commands/bash-parser.ts';
import { createClassifier } from '../../../shared/commands/classify.ts';
import { serveVerdicts } from '../parser-worker.ts';

serveVerdicts(grammarUrl, async (files) => createClassifier(await openBashParser(files)));
