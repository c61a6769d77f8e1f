/** Random bytes and random JSON as answers: nothing throws, and only an approval approves. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeBody } from '#electron/gateway/transport/content-encoding.ts';
import { readProxyList } from '#electron/gateway/transport/route.ts';
import { families } from '#shared/payments/outcome.ts';
import { readBody } from '#test/gateway/support/readers.ts';
import { times } from '#test/support/thorough.ts';
import { textsIn } from '#test/support/texts-in.ts';

describe('random answers', () => {
  const outcomes = (body: string) => families.map((family) => readBody(family, body).outcome);

  test('random bytes never throw, approve or refuse, whatever their charset and coding', async () => {
    const codings = ['', 'gzip', 'gzip, gzip', 'deflate', 'br', 'zstd', 'identity'];
    const charsets = ['utf-8', 'latin1', 'utf-16', 'x'].map((name) => `a/b;charset=${name}`);
    const headers = fc.record({
      contentEncoding: fc.constantFrom(...codings),
      contentType: fc.constantFrom('', 'text/html', ...charsets),
    });
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), headers, async (random, said) => {
        const decoded = await decodeBody(Buffer.from(random), said, 1_000);
        if (decoded.kind === 'text') expect(outcomes(decoded.text)).toEqual(families.map(() => 'unknown'));
      }),
      { numRuns: times(60, 2_000) },
    );
  });

  test('random JSON values never throw and never approve', () => {
    const key = fc.constantFrom(
      ...textsIn(`
      headerStatus | code | success | data | status | Status | RespCode | error | x`),
    );
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: 'medium' },
        fc.constantFrom(200, 620, 60003, 1, 0, '1', '00', true, false, null, 'Declined', ''),
        fc.string(),
        fc.double(),
        fc.array(tie('any'), { maxLength: 4 }),
        fc.dictionary(key, tie('any'), { maxKeys: 5 }),
      ),
    })).any;
    fc.assert(
      fc.property(value, (random) => {
        const body = JSON.stringify(random) ?? '';
        // An approval has to say all of it. Such a value is excluded by searching for its parts, independently of our
        // rules.
        fc.pre(!(body.includes('"success":true') && body.includes('"code":200') && /"status":("1"|1|true)/.test(body)));
        expect(outcomes(body)).not.toContain('approved');
      }),
      { numRuns: times(100, 5_000) },
    );
  });

  test('an approval with one byte changed is read as the same approval or not as one, and never throws', () => {
    const approval = Buffer.from('{"headerStatus":{"code":200},"success":true,"data":{"status":1,"codOper":"A"}}');
    fc.assert(
      fc.property(fc.nat(approval.length - 1), fc.nat(255), (at, byte) => {
        const changed = Buffer.from(approval);
        changed[at] = byte;
        const text = changed.toString('utf8');
        if (!outcomes(text).includes('approved')) return;
        const value = JSON.parse(text) as {
          headerStatus: { code: number };
          success: boolean;
          data: { status: number };
        };
        expect([value.success, value.headerStatus.code, value.data.status]).toEqual([true, 200, 1]);
      }),
      // Another reference is an approval still. Chance alone meets none in three runs of a hundred.
      { numRuns: times(60, 2_000), examples: [[approval.indexOf('"A"') + 1, 'B'.charCodeAt(0)]] },
    );
  });

  test('an approval cut anywhere is no approval', () => {
    const approval = '{"headerStatus":{"code":200},"success":true,"data":{"status":1,"codOper":"A"}}';
    for (let length = 0; length < approval.length; length++) {
      expect(outcomes(approval.slice(0, length))).not.toContain('approved');
    }
    expect(outcomes(approval)).toContain('approved');
  });

  test('proxy lists never throw anything but a named cause', () => {
    fc.assert(
      fc.property(fc.string(), (list) => {
        try {
          expect(readProxyList(list).length).toBeGreaterThan(0);
        } catch (error) {
          expect(error).toHaveProperty('notSentCause', 'proxy');
        }
      }),
    );
  });
});
