import { expect, test } from 'vitest';
import type { FetchProcesses } from '../address-fetch.ts';
import { revokeTokens } from './revoke-tokens.ts';
import { SignInSteps } from './sign-in-steps.ts';

const none = {
  at: () => {
    throw new Error('no process is to be had');
  },
} as unknown as FetchProcesses;

test.each([
  ['no address', undefined, { reason: 'unrevoked-nowhere' }],
  [
    'no address',
    'http://127.0.0.1:1/revoke',
    { reason: 'unrevoked', why: expect.stringMatching(/./) },
  ],
  ['https://auth.example', 'https://elsewhere.example/revoke', { reason: 'unrevoked-not-allowed' }],
])('tokens of "%s" with revocation at %s give a fault and do not throw', async (url, at, why) => {
  const kept = {
    ...{ url: 'http://127.0.0.1:1/mcp', allowed: [] },
    tokens: { access_token: 'access', refresh_token: 'refresh', token_type: 'Bearer' },
    discovery: {
      authorizationServerUrl: url,
      authorizationServerMetadata: { revocation_endpoint: at },
    },
  };
  const fault = await revokeTokens(kept, { processes: none, steps: new SignInSteps() });
  expect(fault).toMatchObject({ code: 'sign-in', values: { address: url, ...why } });
});
