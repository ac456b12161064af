import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: 'web',
  plugins: [svelte()],
  worker: { format: 'es' },
  build: {
    outDir: '../dist/web',
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
