import { svelte } from '@sveltejs/vite-plugin-svelte';
import { createLogger } from 'vite';
import { defineConfig } from 'vitest/config';

const logger = createLogger();
const warn = logger.warn.bind(logger);
// Pyodide's loader names Node's modules, which it never comes to use in a browser.
logger.warn = (text, options) => {
  if (!text.includes('pyodide.asm.mjs')) warn(text, options);
};

export default defineConfig({
  root: 'web',
  customLogger: logger,
  plugins: [svelte()],
  worker: {
    format: 'es',
    rolldownOptions: {
      checks: { eval: false, pluginTimings: false },
      output: {
        // The path decides which policy a worker lives under: Python's allows no connection.
        entryFileNames: ({ name }) =>
          name === 'python-worker' ? 'sandbox/[name]-[hash].js' : 'assets/[name]-[hash].js',
      },
    },
  },
  build: {
    outDir: '../dist/web',
    rolldownOptions: {
      input: ['web/index.html', 'web/sandbox/index.html'],
      // Two libraries name eval, which the page's policy refuses and nothing here comes to use.
      checks: { eval: false, pluginTimings: false },
    },
    emptyOutDir: true,
    // A data: URL would be refused by the page's own connect-src.
    assetsInlineLimit: 0,
    target: 'es2023',
    chunkSizeWarningLimit: 8000,
  },
  server: { host: '127.0.0.1', port: 5173, strictPort: true },
  test: {
    root: '.',
    include: ['shared/**/*.test.ts', 'runner/**/*.test.ts', 'web/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
});
