import process from 'node:process';
import { Transform, Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { markNumbers, unmarkJson } from '../../shared/tool/exact-number.ts';

/** Letters of a line that are waited for; a longer one goes on in pieces, for its reader to refuse. */
const LONGEST = 16 * 1024 * 1024;

/**
 * Stdin and stdout for somebody who reads lines of JSON with `JSON.parse` and writes them with
 * `JSON.stringify`: numbers that would be changed there come in as marked texts, and go out as numbers.
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
