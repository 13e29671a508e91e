import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import * as z from 'zod';
import { schemaDetail, unmatchedFields } from '../../../../src/core/errors/reasonOf.ts';
import { tokenResponseSchema } from '../../../../src/core/oauth/tokenResponse.ts';

describe('unmatchedFields', () => {
  it('names each field once, and the whole', () => {
    const schema = z.object({
      a: z.string().check(z.email(), z.url()),
      b: z.object({ c: z.int() }),
    });
    const { error } = schema.safeParse({ a: 'x', b: { c: 'secret' } });
    assert.ok(error);
    assert.equal(unmatchedFields(error), 'a, b.c');
    const whole = schema.safeParse(null);
    assert.ok(whole.error);
    assert.equal(unmatchedFields(whole.error), 'JSON');
  });
});

describe('schemaDetail', () => {
  it('names the places, never the values', () => {
    const schema = z.object({ a: z.string(), b: z.object({ c: z.int() }) });
    const { error } = schema.safeParse({ a: 1, b: { c: 'secret' } });
    assert.ok(error);
    assert.equal(schemaDetail(error), 'a: invalid_type, b.c: invalid_type');
  });

  it('shows no value of a token response, whatever is wrong with it', () => {
    const secret = 'SeCrEt 0123456789';
    const value = fc.constantFrom<unknown>(secret, null, 1, [secret], { [secret]: secret });
    const wire = fc.record(
      { access_token: value, token_type: value, refresh_token: value, expires_in: value },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(wire, (candidate) => {
        const { error } = tokenResponseSchema.safeParse(candidate);
        assert.ok(error);
        assert.ok(!schemaDetail(error).includes(secret));
      }),
    );
  });
});
