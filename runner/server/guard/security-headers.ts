const policy = (parts: Record<string, string>) =>
  Object.entries(parts)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');

/** The page: Monaco writes styles, tree-sitter and Python are WebAssembly; nothing else is let in. */
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

/** The headers of every answer, whatever it is. No HSTS: a loopback address has no certificate. */
export const securityHeaders = (path: string): Record<string, string> => ({
  'Content-Security-Policy': path.startsWith('/sandbox/') ? sandbox : page,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': path.startsWith('/sandbox/') ? 'SAMEORIGIN' : 'DENY',
  'Referrer-Policy': 'no-referrer',
});
