/** Attempts and holds on both engines: rows before and after the answer, and rows that the database refuses. */
import { describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { GatewayAnswer } from '#electron/core/ports/gateway.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { shownAttemptSchema } from '#shared/ledger/listed-attempt.ts';
import { holdSchema } from '#shared/ledger/holds.ts';
import { withStore, enginesOfSameSql, type Store } from '#test/fixtures/ledger/engines.ts';
import {
  approved,
  capture,
  fingerprintOf,
  guard,
  lost,
  merchant,
  newAttempt,
  notSent,
  query,
  record,
  refused,
  resolution,
  value,
} from '#test/fixtures/examples.ts';

const now = () => new Date().toISOString();

describe.each(enginesOfSameSql)('the ledger on %s', (engine) => {
  let store: Store;
  let ledger: StoredLedger;
  withStore(engine, (made) => ({ store, ledger } = made));

  const held = (changes = {}, answer = approved()) => record(ledger, newAttempt(changes), answer);

  it('shows an attempt as sending until it is finished, and with its whole answer afterwards', async () => {
    const attempt = newAttempt({ customFieldValues: [{ id: '1', nameOrLabel: 'Room', value: '12' }] });
    expect(value(await ledger.begin(attempt, guard()))).toMatchObject({ id: attempt.id, state: 'sending' });
    expect((await ledger.show(attempt.id))?.state).toBe('sending');

    const answer = approved({ answeredAmount: 11_999, rawAnswer: '{"success":true}' });
    const finished = await ledger.finish(attempt.id, answer, '2026-11-20T19:00:00.000Z');
    const shown = shownAttemptSchema.parse(await ledger.show(attempt.id));
    expect(shown).toMatchObject({ ...finished, rawAnswer: '{"success":true}', lang: 'ES' });
    expect(shown).toMatchObject({
      state: 'approved',
      amount: 12_000,
      answeredAmount: 11_999,
      answeredAt: '2026-11-20T19:00:00.000Z',
      customFieldValues: [{ id: '1', nameOrLabel: 'Room', value: '12' }],
      card: { brand: 'VISA', lastFour: '7001' },
    });
    expect(shown.references).toEqual((answer as { references: unknown }).references);
  });

  it('keeps the page of 3-D Secure and the text on the statement', async () => {
    const named = { challengeUrl: 'https://3ds.example.org/c?id=1', statementDescriptor: 'FERRETERIA SOL' };
    for (const answer of [approved(named), { ...lost, ...named, cause: 'three-d-secure' } as GatewayAnswer]) {
      const id = await held({ operation: 'sell' }, answer);
      // Once more from the disk, with the checksum that indexing has written.
      await ledger.search(query({ text: 'maria' }));
      expect(shownAttemptSchema.parse(await ledger.show(id))).toMatchObject(named);
    }
  });

  it('keeps everything across a restart', async () => {
    const id = await held();
    const before = await ledger.show(id);
    const again = await store.open();
    expect(await again.show(id)).toEqual(before);
    expect((await again.hold(id))?.state).toBe('open');
  });

  it('makes one attempt of a draft that is submitted twice, even at the same time', async () => {
    const attempt = newAttempt();
    const results = await Promise.all([ledger.begin(attempt, guard()), ledger.begin(attempt, guard())]);
    expect(results.filter((result) => result.ok)).toHaveLength(1);
    const refusal = results.find((result) => !result.ok);
    expect(refusal).toMatchObject({ failure: { kind: 'exists', attempt: { id: attempt.id } } });
  });

  it('keeps the first of two answers', async () => {
    const id = await held();
    expect((await ledger.finish(id, refused('declined', '51'), now())).state).toBe('approved');
    expect((await ledger.hold(id))?.state).toBe('open');
  });

  it('opens a hold of five days for an approved form authorization, and an estimate for JSON', async () => {
    const startedAt = '2026-11-20T14:00:00.000Z';
    const form = holdSchema.parse(await ledger.hold(await held({ family: 'form', startedAt })));
    expect(form).toMatchObject({ expiresAt: '2026-11-25T14:00:00.000Z', expiryIsEstimate: false, capture: null });
    const { merchant } = newAttempt();
    const json = await ledger.hold(await held({ startedAt, merchant: { ...merchant, jsonHoldDays: 7 } }));
    expect(json).toMatchObject({ expiresAt: '2026-11-27T14:00:00.000Z', expiryIsEstimate: true });
  });

  it('opens no hold for a sale, a decline or an authorization whose answer was lost', async () => {
    const ids = [
      await held({ operation: 'sell' }),
      await held({}, refused('declined', '51')),
      await held({}, lost),
      await held({}, notSent),
    ];
    expect(await Promise.all(ids.map((id) => ledger.hold(id)))).toEqual([null, null, null, null]);
  });

  it.each([
    ['approved', approved(), 'captured'],
    ['unknown', lost, 'capture-unknown'],
    ['declined', refused('declined', '51'), 'open'],
    ['not sent', notSent, 'open'],
    ['rejected as invalid (620)', refused('rejected', '620'), 'open'],
    ['rejected as already captured (622)', refused('rejected', '622'), 'captured'],
    ['rejected as reversed (623)', refused('rejected', '623'), 'voided'],
    ['rejected as voided (661)', refused('rejected', '661'), 'voided'],
  ] as const)('moves the hold of a capture that is %s', async (_name, answer, state) => {
    const holdId = await held();
    const attempt = capture(holdId);
    value(await ledger.begin(attempt, null));
    expect((await ledger.hold(holdId))?.state).toBe('capturing');
    await ledger.finish(attempt.id, answer, now());
    expect(await ledger.hold(holdId)).toMatchObject({ state, capture: { id: attempt.id, state: answer.outcome } });
  });

  it('refuses a second capture while one is in flight, unknown or approved, and names the state of the hold', async () => {
    const holdId = await held();
    const first = capture(holdId);
    value(await ledger.begin(first, null));
    expect(await ledger.begin(capture(holdId), null)).toMatchObject({
      failure: { kind: 'hold-not-open', hold: { state: 'capturing', capture: { id: first.id } } },
    });
    await ledger.finish(first.id, lost, now());
    expect(await ledger.begin(capture(holdId), null)).toMatchObject({
      failure: { kind: 'hold-not-open', hold: { state: 'capture-unknown' } },
    });
    expect(await ledger.begin(capture(newAttempt().id), null)).toMatchObject({ failure: { kind: 'not-found' } });
  });

  it('relies on the database to refuse a second live capture, whatever the state of the hold', async () => {
    const holdId = await held();
    value(await ledger.begin(capture(holdId), null));
    await sql`update holds set state = 'open' where id = ${holdId}`.execute(ledger.engine.db);
    expect(await ledger.begin(capture(holdId), null)).toMatchObject({ failure: { kind: 'hold-not-open' } });
    const copied = sql`insert into attempts select * from attempts where hold_id = ${holdId}`;
    await expect(copied.execute(ledger.engine.db)).rejects.toThrow(/unique/i);
  });

  it('lets only one of many seats capture a hold', async () => {
    const holdId = await held();
    const seats = [ledger, await store.open('Back office'), await store.open('Till')];
    const results = await Promise.all(seats.flatMap((seat) => [1, 2, 3].map(() => seat.begin(capture(holdId), null))));
    expect(results.filter((result) => result.ok)).toHaveLength(1);
    expect(results.filter((result) => !result.ok && result.failure.kind === 'hold-not-open')).toHaveLength(8);
  });

  describe('the guard against charging twice', () => {
    const cardFingerprint = fingerprintOf('4916012776136988');
    const twin = (changes = {}) => newAttempt({ cardFingerprint, ...changes });

    it('lets only one of two seats begin the same card and amount', async () => {
      const seats = [ledger, await store.open('Till')];
      const results = await Promise.all(
        seats.flatMap((seat) => [seat.begin(twin(), guard()), seat.begin(twin(), guard())]),
      );
      expect(results.filter((result) => result.ok)).toHaveLength(1);
      expect(results.find((result) => !result.ok)).toMatchObject({ failure: { kind: 'duplicate' } });
    });

    it('shows the earlier payment, and accepts a reason for a known one', async () => {
      const earlier = await held({ cardFingerprint });
      expect(await ledger.begin(twin(), guard())).toMatchObject({
        failure: { kind: 'duplicate', earlier: [{ id: earlier }] },
      });
      expect((await ledger.begin(twin(), guard('reason'))).ok).toBe(true);
    });

    it('asks for a supervisor when the earlier payment is unknown, regardless of its age', async () => {
      await held({ cardFingerprint, startedAt: '2025-01-01T00:00:00.000Z' }, lost);
      expect((await ledger.begin(twin(), guard())).ok).toBe(false);
      expect((await ledger.begin(twin(), guard('reason'))).ok).toBe(false);
      expect((await ledger.begin(twin(), guard('supervisor'))).ok).toBe(true);
    });

    it('counts attempts in flight regardless of their age and the window', async () => {
      value(await ledger.begin(twin({ startedAt: '2025-01-01T00:00:00.000Z' }), guard()));
      const switchedOff = { since: '9999-12-31T23:59:59.999Z', overridden: 'none' } as const;
      expect(await ledger.begin(twin(), switchedOff)).toMatchObject({ failure: { kind: 'duplicate' } });
      expect((await ledger.begin(twin(), guard('reason'))).ok).toBe(true);
    });

    it('ignores declined payments, other amounts, other merchants, and payments older than the window', async () => {
      await held({ cardFingerprint }, refused('declined', '51'));
      await held({ cardFingerprint, amount: 500 });
      await held({ cardFingerprint, merchant: { ...newAttempt().merchant, id: 'other' } });
      await held({ cardFingerprint, startedAt: '2025-01-01T00:00:00.000Z' });
      expect((await ledger.begin(twin(), guard())).ok).toBe(true);
    });
  });

  it('lists the oldest unknown attempts of each environment, and each that is contradicted', async () => {
    const made: string[] = [];
    for (const environment of ['training', 'training', 'training', 'test', 'production'] as const)
      made.push(await held({ merchant: { ...merchant, environment } }, lost));
    const [one, two, , tried, real] = made;
    expect((await ledger.unknowns(2)).map(({ id }) => id)).toEqual([one, two, tried, real]);
    expect((await ledger.unknownIds()).map(({ id }) => id)).toEqual(made);
  });

  describe('resolving an unknown attempt', () => {
    const as = (outcome: 'approved' | 'not-sent' | 'declined') => resolution(outcome, { reference: 'REF-9' });

    it('opens the hold of an authorization resolved as approved', async () => {
      const id = await held({}, lost);
      expect((await ledger.unknowns()).map((attempt) => attempt.id)).toEqual([id]);
      expect(value(await ledger.resolve(id, as('approved')))).toMatchObject({
        state: 'unknown',
        resolution: { operatorName: 'Sol' },
      });
      expect((await ledger.hold(id))?.state).toBe('open');
      expect(await ledger.unknowns()).toEqual([]);
    });

    it.each([
      ['approved', 'captured'],
      ['not-sent', 'open'],
      ['declined', 'open'],
    ] as const)('moves the hold of a capture resolved as %s', async (outcome, state) => {
      const holdId = await held();
      value(await ledger.resolve(await record(ledger, capture(holdId), lost), as(outcome)));
      expect((await ledger.hold(holdId))?.state).toBe(state);
      expect((await ledger.begin(capture(holdId), null)).ok).toBe(state === 'open');
    });

    it('succeeds once, and only for an unknown outcome', async () => {
      const id = await held({}, lost);
      value(await ledger.resolve(id, as('declined')));
      expect(await ledger.resolve(id, as('approved'))).toMatchObject({ failure: { kind: 'not-unknown' } });
      expect(await ledger.resolve(await held(), as('declined'))).toMatchObject({ failure: { kind: 'not-unknown' } });
      expect(await ledger.resolve(newAttempt().id, as('declined'))).toMatchObject({ failure: { kind: 'not-found' } });
    });
  });
});
