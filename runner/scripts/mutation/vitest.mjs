import { defineConfig } from 'vitest/config';
import { areas } from './areas.mjs';

const { LATHE_AREA, LATHE_DOORS } = process.env;
const { tests, doors = [] } = areas[LATHE_AREA];

/** Only the tests of the area whose code is changed. What they start in a process of its own is not. */
export default defineConfig({
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
