import { APP_TYPE } from '../../../../shared/protocol/mcp/content.ts';
import { displayScript } from './display-script.ts';
import { displayStyle } from './display-style.ts';

/** The interface that shows a call's content for the person, for clients that draw interfaces (MCP Apps). */
export const DISPLAY_URI = 'ui://lathe/display';

const policyOf = (scriptHash: string): string =>
  [
    "default-src 'none'",
    `script-src 'sha256-${scriptHash}'`,
    "style-src 'unsafe-inline'",
    ...['img-src data:', 'media-src data:', "base-uri 'none'", "form-action 'none'"],
  ].join('; ');

let written: Promise<string> | undefined;

/** Its own policy allows one script, by its hash, whatever the client's allows. */
async function write(): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(displayScript));
  const policy = policyOf(btoa(String.fromCharCode(...new Uint8Array(digest))));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Lathe</title>
<style>${displayStyle}</style>
</head>
<body><main></main><script>${displayScript}</script></body>
</html>
`;
}

/** Returns the interface as a resource; it declares no address, so a client gives it no network. */
export const displayContents = async () => [
  {
    ...{ uri: DISPLAY_URI, mimeType: APP_TYPE, text: await (written ??= write()) },
    _meta: { ui: { csp: {}, prefersBorder: true } },
  },
];
