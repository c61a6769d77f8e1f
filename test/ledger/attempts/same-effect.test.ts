/** An answer has one effect on an attempt: written at once, after recovery took its program for dead, or written back to a server. */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { GatewayAnswer } from '#electron/core/ports/gateway.ts';
import type { NewAttempt } from '#electron/core/ports/ledger.ts';
import { abandonAttempts } from '#electron/ledger/attempts/finish.ts';
import { createMakeEvent } from '#electron/ledger/events.ts';
import { writeBack } from '#electron/ledger/journal/write-back.ts';
import { newRow } from '#electron/ledger/rows/attempt-rows.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { newId } from '#shared/new-id.ts';
import { notSentCauses, unknownCauses } from '#shared/payments/outcome.ts';
import { approved, capture, merchant, newAttempt, value } from '#test/fixtures/examples.ts';
import { withStore, enginesOfSameSql } from '#test/fixtures/ledger/engines.ts';
import { times } from '#test/support/thorough.ts';

const firstAt = Date.parse('2026-03-01T10:00:00.000Z');
const answeredAt = '2026-03-01T10:00:07.000Z';
/** Columns that say whose attempt it is, where it stands, and that it was written back. */
const own = ['id', 'position', 'merchant_id', 'instance_id', 'hold_id', 'checksum', 'restored_at', 'indexed', 'words'];

const text = fc.option(fc.string({ maxLength: 12 }).filter((some) => !some.includes('\0')));
/** `own` stands for a reference that no other payment has. */
const reference = fc.constantFrom(null, '', 'own');
const risk = {
  score: 7,
  disposition: null,
  dispositionReason: null,
  issuer: 'A bank',
  issuerCountry: 'PA',
  cardKind: null,
  prepaid: false,
  ipCountry: null,
  ipRisk: 0,
  emailHighRisk: true,
};
const facts = fc.record({
  service: fc.record({
    code: fc.constantFrom('200', '622', '661', null),
    text,
    authStatus: text,
    serverTime: text,
    httpStatus: fc.option(fc.nat(599)),
  }),
  references: fc.record({
    codOper: reference,
    authToken: reference,
    idtx: reference,
    cardToken: text,
    relatedTx: text,
  }),
  answeredAmount: fc.option(fc.nat(20_000)),
  differences: fc.constantFrom([], [{ field: 'amount', answered: '1.00' } as const]),
  receiptUrl: fc.constantFrom(null, 'https://localhost:8443/receipt/1'),
  challengeUrl: fc.constantFrom(null, 'https://localhost:8443/challenge'),
  statementDescriptor: text,
  risk: fc.constantFrom(null, risk),
  rawAnswer: text,
});
const answers: fc.Arbitrary<GatewayAnswer> = fc.oneof(
  facts.chain((some) =>
    fc.constantFrom('approved', 'declined', 'rejected').map((outcome) => ({ ...some, outcome }) as const),
  ),
  facts.chain((some) =>
    fc.constantFrom(...unknownCauses).map((cause) => ({ ...some, outcome: 'unknown', cause }) as const),
  ),
  fc.constantFrom(...notSentCauses).map((cause) => ({ outcome: 'not-sent', cause, detail: '' }) as const),
);

const withReferences = (answer: GatewayAnswer, name: string): GatewayAnswer =>
  answer.outcome === 'not-sent'
    ? answer
    : {
        ...answer,
        references: Object.fromEntries(
          Object.entries(answer.references).map(([key, of]) => [key, of === 'own' ? `${key} ${name}` : of]),
        ) as typeof answer.references,
      };

describe.each(enginesOfSameSql)('on %s', (engine) => {
  let ledger: StoredLedger;
  withStore(engine, (made) => ({ ledger } = made));

  type Way = (attempt: NewAttempt, answer: GatewayAnswer) => Promise<unknown>;
  const finish = (id: string, answer: GatewayAnswer) => ledger.finish(id, answer, answeredAt);
  const noted = () => Promise.resolve();
  /** Each merchant has references of its own. */
  const ways: Readonly<Record<string, Way>> = {
    async now(attempt, answer) {
      value(await ledger.begin(attempt, null));
      await finish(attempt.id, answer);
    },
    async later(attempt, answer) {
      value(await ledger.begin(attempt, null));
      await abandonAttempts(ledger.engine, 'id', [attempt.id]);
      await finish(attempt.id, answer);
    },
    async back(attempt, answer) {
      const begun = { ...newRow({ ...attempt, instanceId: newId() }), position: 0 };
      const steps = [{ kind: 'answered', answer, at: answeredAt, confirmed: true }] as const;
      const now = () => new Date();
      const makeEvent = createMakeEvent({ seat: 'Till', now, makeId: newId });
      const parts = { engine: ledger.engine, seat: 'Till', makeEvent, noteEvent: noted, now };
      const told = vi.fn();
      await writeBack(parts, [[attempt.id, { begun, steps }]], told);
      expect(told.mock.calls).toEqual([[attempt.id, 'written-back']]);
    },
  };

  async function effect(way: string, given: Partial<NewAttempt>, answer: GatewayAnswer): Promise<unknown> {
    const { db } = ledger.engine;
    const of = { ...given, merchant: { ...merchant, id: way }, cardFingerprint: null };
    let attempt = newAttempt(of);
    if (given.operation === 'capture') {
      const held = newAttempt({ ...of, operation: 'authorize' });
      value(await ledger.begin(held, null));
      await finish(held.id, approved());
      attempt = capture(held.id, of);
    }
    await ways[way]?.(attempt, answer);
    const row = await db.selectFrom('attempts').selectAll().where('id', '=', attempt.id).executeTakeFirstOrThrow();
    const holdId = attempt.holdId ?? attempt.id;
    const hold = await db.selectFrom('holds').selectAll().where('id', '=', holdId).executeTakeFirst();
    const { state, amount, expires_at } = hold ?? {};
    return {
      row: Object.fromEntries(Object.entries(row).filter(([name]) => !own.includes(name))),
      hold: [state, amount, expires_at, hold?.settlement_id === attempt.id],
    };
  }

  it('an answer leaves the same row and hold, whenever and however it is written', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('authorize', 'sell', 'capture'),
        fc.constantFrom('json', 'form'),
        answers,
        async (operation, family, answer) => {
          run += 1;
          const named = withReferences(answer, String(run));
          // A millisecond has places for 256 payments.
          const given = { operation, family, startedAt: new Date(firstAt + run).toISOString() } as const;
          const now = await effect('now', given, named);
          expect(await effect('later', given, named)).toEqual(now);
          expect(await effect('back', given, named)).toEqual(now);
        },
      ),
      { numRuns: times(8, 400) },
    );
  });
});
