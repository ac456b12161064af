import { expect, test } from 'vitest';
import { readAddress } from './addresses.ts';

test.each([
  ['https://api.openai.com/v1/', 'https://api.openai.com/v1', 'api.openai.com:443'],
  [' https://api.example.com ', 'https://api.example.com', 'api.example.com:443'],
  [
    'https://api.example.com:8443/x/v1',
    'https://api.example.com:8443/x/v1',
    'api.example.com:8443',
  ],
  ['http://127.0.0.1:11434/v1', 'http://127.0.0.1:11434/v1', '127.0.0.1:11434'],
  ['http://localhost/v1', 'http://localhost/v1', 'localhost:80'],
  ['http://[::1]:8080/v1', 'http://[::1]:8080/v1', '[::1]:8080'],
  ['http://0x7f.1/v1', 'http://127.0.0.1/v1', '127.0.0.1:80'],
  ['https://bücher.example/v1', 'https://xn--bcher-kva.example/v1', 'xn--bcher-kva.example:443'],
])('%s is one address', (text, address, host) => {
  expect(readAddress(text, 'openai')).toEqual({ ok: true, address, host });
});

test.each([
  ['', 'no-url'],
  ['api.openai.com/v1', 'no-url'],
  ['ftp://example.com', 'protocol'],
  ['file:///etc/passwd', 'protocol'],
  ['javascript:alert(1)', 'protocol'],
  ['https://name:word@example.com', 'credentials'],
  ['https://key@example.com', 'credentials'],
  ['https://example.com/v1?key=x', 'query'],
  ['https://example.com/v1#x', 'query'],
  // Deno takes a comma for the end of a host, and a star for every host of a name.
  ['https://good.example,evil.example', 'host'],
  ['https://*.example.com', 'host'],
  ['http://192.168.1.5:8080/v1', 'clear'],
  ['http://example.com', 'clear'],
  ['http://127.0.0.1.example.com', 'clear'],
  ['http://localhost.example.com', 'clear'],
  ['http://0.0.0.0/v1', 'clear'],
])('%s is refused: %s', (text, reason) => {
  expect(readAddress(text, 'anthropic')).toEqual({ ok: false, reason });
});

test('a model server in the same network may be used without encryption', () => {
  expect(readAddress('http://192.168.1.5:8080/v1', 'local')).toMatchObject({ ok: true });
});
