import { defineConfig } from 'vitest/config';
import { areas } from './areas.mjs';

const { LATHE_AREA, LATHE_DOORS, LATHE_CHANGE } = process.env;
const { tests, doors = [] } = areas[LATHE_AREA];

/** Makes one change of a file as it is loaded; on the disk it stays as it is. */
const changed = ({ file, at, said, put }) => ({
  name: 'change',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith(file)) return undefined;
    if (!code.startsWith(said, at)) throw new Error(`"${said}" is not where it was in ${file}`);
    return code.slice(0, at) + put + code.slice(at + said.length);
  },
});

/** Only the tests of the area whose code is changed. What they start in a process of its own is not. */
export default defineConfig({
  plugins: LATHE_CHANGE === undefined ? [] : [changed(JSON.parse(LATHE_CHANGE))],
  resolve: {
    // Rows at the doors meet the changed code: the runner is opened in their own process.
    alias: [
      {
        find: /^.*\/on-both-engines\.ts$/,
        replacement: `${process.cwd()}/runner/server/fixtures/on-this-engine.ts`,
      },
    ],
  },
  test: {
    include: LATHE_DOORS === 'yes' ? [...tests, ...doors] : tests,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
