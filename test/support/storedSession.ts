import assert from 'node:assert/strict';
import { isAccessTokenValue, isRefreshTokenValue } from '../../src/core/account/tokens.ts';
import { parseBaseUrl } from '../../src/core/connections/parseBaseUrl.ts';
import type { StoredSession } from '../../src/core/session/storedSession.ts';
import { redirectUri } from './sessionFixture.ts';

/** A session that no service has issued, changed as `changes` says. */
export function storedSession(changes: Partial<StoredSession> = {}): StoredSession {
  const accessToken = 'access-1';
  const refreshToken = 'refresh-1';
  assert.ok(isAccessTokenValue(accessToken) && isRefreshTokenValue(refreshToken));
  return {
    version: 3,
    lineage: '0123456789abcdef',
    handoverKey: Buffer.alloc(32, 7).toString('base64'),
    generation: 1,
    baseUrl: parseBaseUrl('https://hr.example.com'),
    tenantId: 'tenant',
    userId: 'user',
    connectionName: 'Test',
    clientId: 'app',
    redirectUri,
    scopes: ['tag'],
    state: 'active',
    accessToken,
    refreshToken,
    issuedAt: Date.UTC(2026, 0, 1),
    expiresIn: 1800,
    ...changes,
  };
}
