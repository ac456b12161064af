const policy = (parts: Record<string, string>) =>
  Object.entries(parts)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');

/** The page: Monaco writes styles, tree-sitter and Python are WebAssembly; everything else is blocked. */
const page = policy({
  'default-src': "'none'",
  'script-src': "'self' 'wasm-unsafe-eval'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'media-src': 'data:',
  'font-src': "'self' data:",
  'worker-src': "'self'",
  'connect-src': "'self'",
  'frame-src': "'self'",
  'manifest-src': "'self'",
  'frame-ancestors': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
});

/** The frame in which the page runs Python: no connections, so that it cannot use the session. */
const sandbox = policy({
  'default-src': "'none'",
  'script-src': "'self' 'wasm-unsafe-eval'",
  'worker-src': "'self'",
  'connect-src': "'none'",
  'frame-ancestors': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
});

/**
 * The frame for the interface of an MCP server, which is a stranger's page: its own scripts run and reach
 * nothing. The sandbox applies wherever it is opened; `webrtc` is a way out that no other directive closes.
 */
const app = policy({
  'default-src': "'none'",
  'script-src': "'unsafe-inline'",
  'style-src': "'unsafe-inline'",
  'img-src': 'data: blob:',
  'font-src': 'data:',
  'media-src': 'data: blob:',
  'connect-src': "'none'",
  'frame-ancestors': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  webrtc: "'block'",
  sandbox: 'allow-scripts',
});

const policyOf = (path: string): string => {
  if (path.startsWith('/sandbox/app/')) return app;
  return path.startsWith('/sandbox/') ? sandbox : page;
};

/** The headers of every response. No HSTS, because a loopback address has no certificate. */
export const securityHeaders = (path: string): Record<string, string> => ({
  'Content-Security-Policy': policyOf(path),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': path.startsWith('/sandbox/') ? 'SAMEORIGIN' : 'DENY',
  'Referrer-Policy': 'no-referrer',
});
