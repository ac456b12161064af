/** A line for the person at the terminal. Stdout belongs to what was asked for. */
export const say = (line) => void process.stderr.write(`${line}\n`);
