import process from 'node:process';
import { Transform, Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { markNumbers, unmarkJson } from '../../shared/tool/exact-number.ts';

/**
 * The longest line, in characters, that is buffered. A longer one passes on in parts, and its reader refuses
 * it.
 */
const LONGEST = 16 * 1024 * 1024;

/**
 * Stdin and stdout for code that uses `JSON.parse` and `JSON.stringify` on lines: numbers that these would
 * change become marked strings on the way in, and numbers again on the way out.
 */
export function exactStdio(): { stdin: Transform; stdout: Writable } {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  const stdin = new Transform({
    transform(chunk: Buffer, _, done) {
      const lines = (rest + decoder.write(chunk)).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) this.push(`${markNumbers(line) ?? line}\n`);
      if (rest.length > LONGEST) {
        this.push(rest);
        rest = '';
      }
      done();
    },
  });
  const stdout = new Writable({
    decodeStrings: false,
    write: (text: string, _, done) => void process.stdout.write(unmarkJson(text), done),
  });
  process.stdin.pipe(stdin);
  return { stdin, stdout };
}
