import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: 'web',
  plugins: [svelte()],
  worker: {
    format: 'es',
    rolldownOptions: {
      // Pyodide's loader names Node's modules and eval, which its worker never comes to use.
      onLog: (level, log, say) => {
        if (!/pyodide\.asm/.test(log.message) && !log.id?.includes('pyodide.asm')) say(level, log);
      },
      output: {
        // The path decides which policy a worker lives under: Python's allows no connection.
        entryFileNames: ({ name }) =>
          name === 'python-worker' ? 'sandbox/[name]-[hash].js' : 'assets/[name]-[hash].js',
      },
    },
  },
  build: {
    outDir: '../dist/web',
    rolldownOptions: { input: ['web/index.html', 'web/sandbox/index.html'] },
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
