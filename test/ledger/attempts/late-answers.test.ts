/** Answers that come after a person has resolved the attempt: equal ones confirm, others are unknown until they are settled. */
import { figuresOf, onlyCurrency } from '#test/fixtures/ledger/figures-of.ts';
import { figureOf } from '#shared/reports/figures.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { GatewayAnswer } from '#electron/core/ports/gateway.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { historyQuerySchema } from '#shared/ledger/history.ts';
import { shownAttemptSchema } from '#shared/ledger/listed-attempt.ts';
import type { Resolution } from '#shared/payments/attempt.ts';
import type { UnknownCause } from '#shared/payments/outcome.ts';
import { enginesOfSameSql, makeStore, type Store } from '#test/fixtures/ledger/engines.ts';
import {
  approved,
  capture,
  guard,
  lost,
  newAttempt,
  notSent,
  record,
  refused,
  resolution,
  reversal,
  value,
} from '#test/fixtures/examples.ts';

const now = () => new Date().toISOString();
const unknownAs = (cause: UnknownCause): GatewayAnswer => {
  const answer = approved();
  if (answer.outcome === 'not-sent') throw new Error('no approval');
  return { ...answer, outcome: 'unknown', cause };
};
const as = (outcome: Resolution['outcome']) => resolution(outcome, { reference: 'REF-9' });

describe.each(enginesOfSameSql)('an answer after a resolution, on %s', (engine) => {
  let store: Store;
  let ledger: StoredLedger;
  let away: StoredLedger;
  // One store for all tests, because each looks at attempts of its own.
  beforeAll(async () => {
    store = await makeStore(engine);
    ledger = await store.open();
    // Never beats again, because a heartbeat between `silence` and its recovery would be a sign of life.
    vi.useFakeTimers({ toFake: ['setInterval'] });
    away = await store.open('Till');
    vi.useRealTimers();
  });
  afterAll(() => store.drop());

  /** No system has a process of this id. */
  const gone = 2 ** 30;
  /** Makes the seat that is away seem dead, so that its attempts become unknown. */
  const silence = async () => {
    await ledger.engine.write((trx) =>
      trx.updateTable('instances').set({ pid: gone }).where('seat', '=', 'Till').execute(),
    );
    await ledger.recover();
  };
  /** An attempt of the seat that is away, resolved meanwhile. */
  const resolved = async (outcome: Resolution['outcome'], attempt = newAttempt()): Promise<string> => {
    value(await away.begin(attempt, attempt.holdId === null ? guard() : null));
    await silence();
    value(await ledger.resolve(attempt.id, as(outcome)));
    return attempt.id;
  };
  const held = () => record(ledger);
  const isUnknown = async (id: string) => (await ledger.unknowns()).some((attempt) => attempt.id === id);
  const deedsOn = async (id: string) =>
    (await ledger.events({ after: null, limit: 50 })).events.flatMap(({ deed }) =>
      'attemptId' in deed && deed.attemptId === id ? [deed] : [],
    );

  it.each([
    ['approved', approved()],
    ['declined', refused('declined', '51')],
    ['rejected', refused('rejected', '602')],
    ['not-sent', notSent],
  ] as const)('confirms it silently when both are %s', async (outcome, answer) => {
    const id = await resolved(outcome);
    await away.finish(id, answer, now());
    expect(await ledger.show(id)).toMatchObject({
      state: outcome,
      resolution: { outcome, operatorName: 'Sol' },
      contradiction: null,
      answeredAt: expect.any(String),
    });
    expect(await isUnknown(id)).toBe(false);
    expect(await deedsOn(id)).toMatchObject([{ kind: 'resolve' }]);
  });

  it.each(['connection-lost', 'no-answer', 'http-status'] as const)(
    'leaves it in effect when it is %s',
    async (cause) => {
      const id = await resolved('declined');
      await away.finish(id, { ...lost, cause } as GatewayAnswer, now());
      expect(await ledger.show(id)).toMatchObject({ resolution: { outcome: 'declined' }, contradiction: null });
      expect(await isUnknown(id)).toBe(false);
    },
  );

  it.each([
    ['declined', 'approved', approved()],
    ['rejected', 'approved', approved()],
    ['not-sent', 'approved', approved()],
    ['not-sent', 'declined', refused('declined', '51')],
    ['approved', 'declined', refused('declined', '51')],
    ['approved', 'rejected', refused('rejected', '602')],
    ['approved', 'not-sent', notSent],
    ['declined', 'approved', unknownAs('no-reference')],
    ['declined', 'unknown', unknownAs('other-card')],
    ['not-sent', 'unknown', unknownAs('already-processed')],
  ] as const)(
    'resolved as %s and answered as %s is unknown, with the answer and an event',
    async (outcome, said, answer) => {
      const attempt = newAttempt();
      const id = await resolved(outcome, attempt);
      const finished = await away.finish(id, answer, '2026-11-20T19:00:00.000Z');
      const shown = shownAttemptSchema.parse(await ledger.show(id));
      expect(shown).toMatchObject({
        ...finished,
        state: 'unknown',
        unknownCause: 'contradicted-resolution',
        notSentCause: null,
        resolution: null,
        contradiction: { answered: said, resolution: { outcome, operatorName: 'Sol', reference: 'REF-9' } },
        answeredAt: '2026-11-20T19:00:00.000Z',
      });
      if (answer.outcome !== 'not-sent') expect(shown.references).toEqual(answer.references);
      expect(await isUnknown(id)).toBe(true);
      const event = { kind: 'contradiction', attemptId: id, answered: said, resolved: outcome, resolvedBy: 'Sol' };
      expect(await deedsOn(id)).toMatchObject([event, { kind: 'resolve' }]);
      // The guard asks for a supervisor again.
      const twin = newAttempt({ cardFingerprint: attempt.cardFingerprint });
      expect(await ledger.begin(twin, guard('reason'))).toMatchObject({ failure: { kind: 'duplicate' } });
      // The same answer once more, as from a seat that comes back, changes nothing.
      await away.finish(id, answer, now());
      expect(shownAttemptSchema.parse(await ledger.show(id))).toEqual(shown);
      expect(await deedsOn(id)).toHaveLength(2);
    },
  );

  it.each([
    ['not-sent', 'approved', notSent, approved()],
    ['not-sent', 'declined', notSent, refused('declined', '51')],
    ['not-sent', 'unknown', notSent, lost],
    ['declined', 'approved', refused('declined', '51'), approved()],
    ['rejected', 'approved', refused('rejected', '602'), approved()],
  ] as const)(
    'is loud against what nobody has looked up: recorded as %s, answered as %s',
    async (recorded, said, first, late) => {
      const attempt = newAttempt();
      value(await ledger.begin(attempt, guard()));
      await ledger.finish(attempt.id, first, '2026-11-20T18:00:00.000Z');
      expect(await ledger.finish(attempt.id, first, now())).toMatchObject({ state: recorded, contradiction: null });
      await ledger.finish(attempt.id, late, '2026-11-20T19:00:00.000Z');
      const shown = shownAttemptSchema.parse(await ledger.show(attempt.id));
      expect(shown).toMatchObject({
        state: 'unknown',
        unknownCause: 'contradicted-resolution',
        notSentCause: null,
        contradiction: { answered: said, resolution: { outcome: recorded, how: 'record', operatorName: '' } },
        answeredAt: '2026-11-20T19:00:00.000Z',
      });
      expect(await isUnknown(attempt.id)).toBe(true);
      expect(await deedsOn(attempt.id)).toMatchObject([{ kind: 'contradiction', answered: said, resolved: recorded }]);
      const twin = newAttempt({ cardFingerprint: attempt.cardFingerprint });
      expect(await ledger.begin(twin, guard('reason'))).toMatchObject({ failure: { kind: 'duplicate' } });
      await ledger.finish(attempt.id, late, now());
      expect(await deedsOn(attempt.id)).toHaveLength(1);
      // A supervisor settles it, and the same answer once more opens nothing.
      value(await ledger.resolve(attempt.id, as('declined'), said));
      await ledger.finish(attempt.id, late, now());
      expect(await ledger.show(attempt.id)).toMatchObject({ resolution: { outcome: 'declined' } });
    },
  );

  it('that approves a capture recorded as not sent counts beside another one of the hold', async () => {
    const holdId = await held();
    const first = await record(ledger, capture(holdId), notSent);
    const second = await record(ledger, capture(holdId));
    await ledger.finish(first, approved(), now());
    expect(await ledger.show(first)).toMatchObject({ state: 'unknown', contradiction: { answered: 'approved' } });
    expect(await isUnknown(first)).toBe(true);
    expect(await ledger.hold(holdId)).toMatchObject({ state: 'captured', capture: { id: second } });
  });

  it('is settled by a supervisor who has seen it, on the audit trail, and stays on the record', async () => {
    const id = await resolved('declined');
    await away.finish(id, approved(), now());
    expect(await ledger.resolve(id, as('declined'))).toMatchObject({ failure: { kind: 'not-unknown' } });
    expect(await ledger.resolve(id, as('declined'), 'rejected')).toMatchObject({ failure: { kind: 'not-unknown' } });
    const settled = value(await ledger.resolve(id, { ...as('approved'), operatorName: 'Eva' }, 'approved'));
    expect(settled).toMatchObject({
      resolution: { outcome: 'approved', operatorName: 'Eva' },
      contradiction: { answered: 'approved', resolution: { operatorName: 'Sol' } },
    });
    expect(await isUnknown(id)).toBe(false);
    expect(await ledger.hold(id)).toMatchObject({ state: 'open' });
    expect((await deedsOn(id))[0]).toMatchObject({ kind: 'resolve', outcome: 'approved', against: 'approved' });
    expect(await ledger.resolve(id, as('declined'), 'approved')).toMatchObject({ failure: { kind: 'not-unknown' } });
  });

  it('puts the hold of an authorization in doubt when it was declined after all, and ends it when that is settled', async () => {
    const id = await resolved('approved');
    expect(await ledger.hold(id)).toMatchObject({ state: 'open' });
    await away.finish(id, refused('declined', '51'), now());
    expect(await ledger.hold(id)).toMatchObject({ state: 'doubtful' });
    expect(await ledger.begin(capture(id), null)).toMatchObject({
      failure: { kind: 'hold-not-open', hold: { state: 'doubtful' } },
    });
    value(await ledger.resolve(id, as('declined'), 'declined'));
    expect(await ledger.hold(id)).toMatchObject({ state: 'voided' });
  });

  it('leaves the whole of a sale to refunds when it was declined after all and a supervisor finds it charged', async () => {
    const id = await resolved('approved', newAttempt({ operation: 'sell' }));
    await away.finish(id, { ...refused('declined', '51'), answeredAmount: 0 } as GatewayAnswer, now());
    value(await ledger.resolve(id, as('approved'), 'declined'));
    expect(await ledger.begin(reversal({ chargeId: id }), null)).toMatchObject({ ok: true });
  });

  it('takes the held amount of an approval that confirms a resolution', async () => {
    const id = await resolved('approved');
    await away.finish(id, approved({ answeredAmount: 10_000 }), now());
    const { amount } = await ledger.engine.db
      .selectFrom('holds')
      .select('amount')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(amount).toBe(10_000);
  });

  describe('of a capture', () => {
    it.each([
      ['approved', 'captured'],
      ['declined', 'open'],
    ] as const)('lets the hold wait until it is settled as %s', async (outcome, state) => {
      const holdId = await held();
      const id = await resolved('declined', capture(holdId));
      expect(await ledger.hold(holdId)).toMatchObject({ state: 'open' });
      await away.finish(id, approved(), now());
      expect(await ledger.hold(holdId)).toMatchObject({ state: 'capture-unknown', capture: { id } });
      expect(await ledger.begin(capture(holdId), null)).toMatchObject({ failure: { kind: 'hold-not-open' } });
      value(await ledger.resolve(id, as(outcome), 'approved'));
      expect(await ledger.hold(holdId)).toMatchObject({ state, capture: { id } });
    });

    it('takes the hold back from a refused capture that came between', async () => {
      const holdId = await held();
      const id = await resolved('declined', capture(holdId));
      await record(ledger, capture(holdId), refused('declined', '51'));
      await away.finish(id, approved(), now());
      expect(await ledger.hold(holdId)).toMatchObject({ state: 'capture-unknown', capture: { id } });
    });

    it('resolved as approved and answered as declined makes a captured hold uncertain', async () => {
      const holdId = await held();
      const id = await resolved('approved', capture(holdId));
      await away.finish(id, refused('declined', '51'), now());
      expect(await ledger.hold(holdId)).toMatchObject({ state: 'capture-unknown' });
      value(await ledger.resolve(id, as('declined'), 'declined'));
      expect(await ledger.hold(holdId)).toMatchObject({ state: 'open' });
    });

    it('moves the hold by the code of a refusal that confirms the resolution', async () => {
      const holdId = await held();
      const id = await resolved('rejected', capture(holdId));
      await away.finish(id, refused('rejected', '622'), now());
      expect(await ledger.hold(holdId)).toMatchObject({ state: 'captured' });
    });

    it('that confirms the resolution leaves the hold to the capture that has begun since', async () => {
      const holdId = await held();
      const id = await resolved('declined', capture(holdId));
      const other = value(await ledger.begin(capture(holdId), null));
      await away.finish(id, refused('declined', '05'), now());
      expect(await ledger.hold(holdId)).toMatchObject({ state: 'capturing', capture: { id: other.id } });
      await ledger.finish(other.id, approved(), now());
      expect(await ledger.hold(holdId)).toMatchObject({ state: 'captured' });
    });

    /** Resolved as declined, then another capture of the hold has begun, then the approval of the first arrives. */
    const contested = async () => {
      const holdId = await held();
      const id = await resolved('declined', capture(holdId));
      const other = value(await ledger.begin(capture(holdId), null));
      await away.finish(id, approved(), now());
      return { holdId, id, other: other.id };
    };

    it('is stored and said although another capture of the hold is in flight', async () => {
      const { holdId, id, other } = await contested();
      expect(await isUnknown(id)).toBe(true);
      expect(await ledger.show(id)).toMatchObject({ state: 'unknown', contradiction: { answered: 'approved' } });
      expect(await ledger.hold(holdId)).toMatchObject({ state: 'capturing', capture: { id: other } });
      expect((await deedsOn(id))[0]).toMatchObject({ kind: 'contradiction', attemptId: id });
      expect(await ledger.resolve(id, as('approved'), 'approved')).toMatchObject({ failure: { kind: 'hold-settled' } });
      const day = await figuresOf(ledger, { from: '2020-01-01T00:00:00.000Z', until: '2100-01-01T00:00:00.000Z' });
      const unknowns = await ledger.unknowns();
      expect(day.unconfirmed.map((attempt) => attempt.id)).toEqual(unknowns.map((attempt) => attempt.id));
      expect(figureOf(onlyCurrency(day).byState, 'unknown').count).toBe(unknowns.length);
    });

    it('is found by the filter of unknown ones, as the banner counts them, until it is settled', async () => {
      const { id, other } = await contested();
      const found = async (state: 'unknown' | 'declined') => {
        const { attempts } = await ledger.search(historyQuerySchema.parse({ state, limit: 100 }));
        return attempts.map((attempt) => attempt.id).toSorted();
      };
      const unknowns = (await ledger.unknowns()).map((attempt) => attempt.id).toSorted();
      expect(unknowns).toContain(id);
      expect(await found('unknown')).toEqual(unknowns);
      expect(await found('declined')).not.toContain(id);
      await ledger.finish(other, approved(), now());
      value(await ledger.resolve(id, as('declined'), 'approved'));
      expect(await found('unknown')).not.toContain(id);
      expect(await found('declined')).toContain(id);
    });

    it('keeps its payment from a purge until it is settled, although its recorded outcome is', async () => {
      const { holdId, id, other } = await contested();
      await ledger.finish(other, approved(), now());
      const purged = async () => {
        const rows = await ledger.engine.db.selectFrom('attempts').selectAll().execute();
        const exported = rows.map((row) => {
          const { standing: state, amount, answered_amount: answeredAmount } = row;
          return [row.id, { state, amount, answeredAmount }] as const;
        });
        await ledger.purge('2100-01-01T00:00:00.000Z', new Map(exported));
        return (await ledger.show(id)) === null;
      };
      expect(await purged()).toBe(false);
      expect(await ledger.hold(holdId)).toMatchObject({ state: 'captured' });
      value(await ledger.resolve(id, as('declined'), 'approved'));
      expect(await purged()).toBe(true);
    });

    it.each([
      ['refused', refused('declined', '51'), 'capture-unknown', 'approved'],
      ['refused because of it', refused('rejected', '622'), 'captured', 'approved'],
      ['approved', approved(), 'captured', 'declined'],
    ] as const)('is settled when the other capture is %s', async (_name, answer, state, outcome) => {
      const { holdId, id, other } = await contested();
      await ledger.finish(other, answer, now());
      const waits = state === 'capture-unknown';
      expect(await ledger.hold(holdId)).toMatchObject({ state, capture: { id: waits ? id : other } });
      expect(await isUnknown(id)).toBe(true);
      expect(await ledger.begin(capture(holdId), null)).toMatchObject({ failure: { kind: 'hold-not-open' } });
      value(await ledger.resolve(id, as(outcome), 'approved'));
      const charged = outcome === 'approved' ? id : other;
      expect(await ledger.hold(holdId)).toMatchObject({ state: 'captured', capture: { id: charged } });
      expect(await isUnknown(id)).toBe(false);
    });
  });
});
