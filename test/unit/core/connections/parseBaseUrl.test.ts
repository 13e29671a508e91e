import assert from 'node:assert/strict';
import { parseBaseUrl } from '../../../../src/core/connections/parseBaseUrl.ts';
import { ConfigurationError } from '../../../../src/core/errors/configurationError.ts';

describe('parseBaseUrl', () => {
  const accepted = [
    ['https://hr.example.com', 'https://hr.example.com'],
    [' https://HR.example.com/ ', 'https://hr.example.com'],
    ['https://hr.example.com:443/tenant//', 'https://hr.example.com/tenant'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://localhost:1', 'http://localhost:1'],
    ['http://[::1]:1/', 'http://[::1]:1'],
  ] as const;
  for (const [text, expected] of accepted) {
    it(`reads ${text}`, () => {
      assert.equal(parseBaseUrl(text), expected);
    });
  }

  const refused = [
    '',
    'hr.example.com',
    'http://hr.example.com',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'http://10.0.0.1',
    'https://user@hr.example.com',
    'https://user:password@hr.example.com',
    'https://hr.example.com?x=1',
    'https://hr.example.com/?',
    'https://hr.example.com#x',
    'ftp://hr.example.com',
    'file:///etc/passwd',
    'javascript:alert(1)',
  ];
  for (const text of refused) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      assert.throws(() => parseBaseUrl(text), ConfigurationError);
    });
  }
});
