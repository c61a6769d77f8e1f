/** Comparing: whatever the ledger and the service have, each attempt and each record is in one line, and the sums are those of the lines. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { compareRecords, type Compared } from '#electron/core/records/compare-records.ts';
import { pairUp } from '#electron/core/records/pair-up.ts';
import { oneHour } from '#shared/durations.ts';
import { boundsOfDay } from '#shared/local-day.ts';
import {
  instantOfRecord,
  movedBy,
  operatorTime,
  recordKindOf,
  recordKinds,
  type ServiceRecord,
} from '#shared/ledger/service-records.ts';
import { ownReference } from '#shared/ledger/own-reference.ts';
import type { ListedAttempt } from '#shared/ledger/listed-attempt.ts';
import { effectiveState } from '#shared/payments/attempt.ts';
import { operations, operationTable } from '#shared/payments/operations.ts';
import { attemptStates } from '#shared/payments/outcome.ts';
import { dayParts, lineKinds, type ReconciledLine } from '#shared/reports/reconciliation.ts';
import { aRecord } from '#test/fixtures/service-records.ts';
import { attempt, idOf, listed } from '#test/fixtures/shown/attempts.ts';

const days = ['2026-11-20', '2026-11-21'].map((day) => ({ day, from: '', until: '', ...boundsOfDay(day) }));
const [from = 0, until = 0] = [days[0]?.from, days[1]?.until].map((instant) => Date.parse(instant ?? ''));
const now = new Date(until);

/** Unseen kinds of records besides those that are known. */
const types = [...Object.keys(recordKinds), 'REVERSE', null];
const chance = fc.integer({ min: 0, max: 3 }).map((drawn) => drawn === 0);

/** An attempt, and what the service may have made of it. */
const made = fc.record({
  operation: fc.constantFrom(...operations),
  state: fc.constantFrom(...attemptStates),
  amount: fc.constantFrom(10_00, 20_00),
  at: fc.integer({ min: from - oneHour, max: until + oneHour }),
  hasCodOper: fc.boolean(),
  records: fc.array(
    fc.record({
      link: fc.constantFrom('codOper', 'idtx', 'reference', 'none'),
      otherType: fc.option(fc.constantFrom(...types), { freq: 4 }),
      status: fc.constantFrom(1, 1, 1, 0, 3, 4, null),
      otherAmount: chance,
      feesUnknown: chance,
      released: fc.boolean(),
      late: fc.nat(2 * oneHour),
    }),
    { maxLength: 2 },
  ),
});

function worldOf(all: readonly (typeof made extends fc.Arbitrary<infer Made> ? Made : never)[]) {
  const attempts: ListedAttempt[] = [];
  const records: ServiceRecord[] = [];
  for (const [index, { operation, state, amount, at, hasCodOper, records: there }] of all.entries()) {
    const id = idOf(index + 1);
    const references = {
      codOper: hasCodOper ? `LK-${index}` : null,
      idtx: hasCodOper ? String(index) : null,
      authToken: null,
      cardToken: null,
      relatedTx: null,
    };
    const startedAt = new Date(at).toISOString();
    attempts.push(listed(attempt({ id, operation, state, amount, startedAt, references })));
    for (const [number, one] of there.entries()) {
      const type = one.otherType === null ? operationTable[operation].types.json : one.otherType;
      records.push(
        aRecord({
          type,
          status: one.status,
          amount: one.otherAmount ? 7_00 : amount,
          firstAmount: one.otherAmount ? 7_00 : amount,
          at: operatorTime(at + one.late),
          codOper: one.link === 'codOper' ? `LK-${index}` : `LK-there-${index}-${number}`,
          idtx: one.link === 'idtx' ? String(index) : `there-${index}-${number}`,
          customTexts: one.link === 'reference' ? [ownReference(id)] : [],
          description: 'Drill',
          relatedIdtx: null,
          commission: one.feesUnknown ? null : 37,
          reserve: 5,
          reserveReleased: one.released,
        }),
      );
    }
  }
  return { attempts, records };
}

const compare = (attempts: readonly ListedAttempt[], records: readonly ServiceRecord[]): Compared =>
  compareRecords({
    paired: pairUp(attempts, records, new Map()),
    reversed: new Map(),
    unread: new Set(),
    days,
    incomplete: new Set(),
    now,
  });

const within = (at: number): boolean => from <= at && at < until;
const sumOf = (lines: readonly ReconciledLine[], units: (record: ServiceRecord) => number): number =>
  lines.reduce((sum, { record }) => sum + (record === null ? 0 : units(record)), 0);

test('each attempt and each record is in exactly one line, and the sums are those of the lines', () => {
  fc.assert(
    fc.property(fc.array(made, { maxLength: 12 }), (all) => {
      const { attempts, records } = worldOf(all);
      const { lines, days: sums, total } = compare(attempts, records);
      const ids = lines.flatMap(({ attempt: own }) => own?.id ?? []);
      expect(ids.toSorted()).toEqual(
        attempts.flatMap(({ id, startedAt }) => (within(Date.parse(startedAt)) ? [id] : [])).toSorted(),
      );
      // A refund that its charge's record alone shows has a line of its own too.
      const there = lines.flatMap(({ record }) => (record !== null && records.includes(record) ? [record] : []));
      expect(new Set(there).size).toBe(there.length);
      const paired = pairUp(attempts, records, new Map());
      const elsewhere = paired.pairs.flatMap(({ attempt: own, record }) =>
        record === null || within(Date.parse(own.startedAt)) ? [] : [record],
      );
      const beside = paired.alone.filter((record) => !within(instantOfRecord(record) ?? 0));
      expect(there.length + elsewhere.length + beside.length).toBe(records.length);

      for (const { kind, next, attempt: own, record } of lines) {
        expect(next !== null).toBe(lineKinds[kind].differs);
        if (own === null || record === null) continue;
        expect(
          recordKindOf(record) === 'unseen' || record.type === operationTable[own.operation as 'sell'].types.json,
        ).toBe(true);
        if (kind === 'matched') expect([own.state, own.amount]).toEqual(['approved', record.firstAmount]);
        if (kind === 'step' || kind === 'unseen') expect(movedBy(record)).toBe(0);
      }
      const { net, commission, cost, feeTax, withheld, reserve, feesUnknown } = total;
      const whole = lines.filter(({ record }) => record?.commission !== null);
      expect(net + commission + cost + feeTax + withheld + reserve).toBe(sumOf(whole, movedBy));
      expect(total.there.amount - total.refunded.amount).toBe(sumOf(lines, movedBy));
      expect(feesUnknown.count).toBe(
        lines.filter(({ record }) => record !== null && record.commission === null && movedBy(record) !== 0).length,
      );
      expect(total.here.amount).toBe(
        attempts
          .filter((own) => within(Date.parse(own.startedAt)) && effectiveState(own) === 'approved')
          .filter(({ operation }) => operationTable[operation as 'sell'].countsIn === 'charged')
          .reduce((sum, { amount }) => sum + amount, 0),
      );
      for (const name of ['net', 'commission', 'withheld', 'reserve', 'released'] as const)
        expect(sums.reduce((sum, day) => sum + day[name], 0)).toBe(total[name]);
      const { net: arrives, ...ways } = dayParts;
      for (const day of sums) expect(Object.values(ways).reduce((sum, part) => sum + part(day), 0)).toBe(arrives(day));
      expect(sums.reduce((sum, day) => sum + day.differences, 0)).toBe(
        lines.filter(({ kind }) => lineKinds[kind].differs).length,
      );
    }),
  );
});

describe('one sale', () => {
  const at = until - 9 * oneHour;
  const sale = (change: Partial<ListedAttempt> = {}): ListedAttempt =>
    listed(
      attempt({
        references: { codOper: 'LK-1', idtx: '1', authToken: null, cardToken: null, relatedTx: null },
        startedAt: new Date(at).toISOString(),
        ...change,
      }),
    );
  const there = (change: Partial<ServiceRecord> = {}): ServiceRecord =>
    aRecord({ codOper: 'LK-1', idtx: '1', customTexts: [], at: operatorTime(at), ...change });
  const refund = there({ type: 'REVERSE_CAPTURE', idtx: '2', relatedIdtx: '1', amount: 20_00, firstAmount: 20_00 });

  it.each<[string, readonly ListedAttempt[], readonly ServiceRecord[], readonly string[]]>([
    ['and its record agree', [sale()], [there()], ['matched null']],
    ['without its record', [sale()], [], ['only-here ask-operator']],
    ['that is not ours', [], [there()], ['only-there made-elsewhere']],
    ['of another amount', [sale()], [there({ firstAmount: 100_00 })], ['other-amount amount']],
    ['declined there', [sale()], [there({ status: 0 })], ['other-state there-refused']],
    ['declined here alone', [sale({ state: 'declined' })], [there()], ['other-state there-processed']],
    ['declined in both', [sale({ state: 'declined' })], [there({ status: 0 })], ['no-money null']],
    ['voided there', [sale()], [there({ status: 4 })], ['other-state there-voided']],
    ['in a state that nobody knows', [sale()], [there({ status: 7 })], ['other-state there-unclear']],
    ['of an unseen kind', [sale()], [there({ type: 'REVERSE' })], ['unseen unseen']],
    ['with a question to the cardholder', [], [there({ type: '3DS' })], ['step null']],
    [
      'refunded by a record of its own',
      [sale()],
      [there({ amount: 100_00 }), refund],
      ['only-there refunded-elsewhere', 'matched null'],
    ],
    [
      'of which a part is gone',
      [sale()],
      [there({ amount: 100_00 })],
      ['only-there refunded-elsewhere', 'matched null'],
    ],
    ['that is gone whole', [sale()], [there({ status: 3 })], ['only-there refunded-elsewhere', 'matched null']],
    ['unconfirmed, with its record', [sale({ state: 'unknown' })], [there()], ['unconfirmed resolve-found']],
    [
      'unconfirmed, with another amount',
      [sale({ state: 'unknown' })],
      [there({ amount: 1_00, firstAmount: 1_00 })],
      ['unconfirmed resolve-unclear'],
    ],
    ['unconfirmed, with no record', [sale({ state: 'unknown' })], [], ['unconfirmed resolve-none']],
    ['recorded twice', [sale()], [there(), there({ idtx: '9' })], ['only-there made-elsewhere', 'matched null']],
  ])('%s', (_name, attempts, records, expected) => {
    const { lines } = compare(attempts, records);
    expect(lines.map(({ kind, next }) => `${kind} ${String(next)}`)).toEqual(expected);
  });

  it('of the last second is found beyond midnight, and a refund of ours takes nothing back elsewhere', () => {
    const last = sale({ startedAt: new Date(until - 500).toISOString() });
    expect(compare([last], [there({ at: operatorTime(until + 2000) })]).lines).toMatchObject([
      { kind: 'matched', day: '2026-11-21' },
    ]);
    const refunded = { ...sale(), refunds: { returned: 15_00, open: 5_00 } };
    expect(compare([refunded], [there({ amount: 100_00 })]).lines).toMatchObject([{ kind: 'matched' }]);
  });

  const refundOf = (number: number, change: Partial<ListedAttempt> = {}): ListedAttempt =>
    listed(
      attempt({
        id: idOf(number),
        operation: 'refund',
        chargeId: idOf(1),
        amount: 20_00,
        startedAt: new Date(at + number * 60_000).toISOString(),
        references: { codOper: null, idtx: null, authToken: null, cardToken: null, relatedTx: null },
        ...change,
      }),
    );
  const compareRefunds = (refunds: readonly ListedAttempt[], charge: Partial<ServiceRecord>): Compared =>
    compareRecords({
      paired: pairUp(refunds, [], new Map()),
      reversed: new Map(refunds.map(({ id }) => [id, there(charge)])),
      unread: new Set(),
      days,
      incomplete: new Set(),
      now,
    });

  it.each<[string, Partial<ServiceRecord>, string]>([
    ['its amount alone', { amount: 100_00 }, 'resolve-found'],
    ['more', { amount: 70_00 }, 'resolve-unclear'],
    ['all of it', { status: 3 }, 'resolve-unclear'],
    ['its amount under dispute', { amount: 100_00, openClaim: true }, 'resolve-unclear'],
    ['all of it, voided', { status: 4 }, 'resolve-unclear'],
    ['nothing', {}, 'resolve-none'],
  ])('that has given back %s says so of an unconfirmed refund', (_name, charge, next) => {
    expect(compareRefunds([refundOf(2, { state: 'unknown' })], charge).lines).toMatchObject([{ next }]);
  });

  it('that was voided there does not show a refund, which takes nothing from what arrives', () => {
    const { lines, total } = compareRefunds([refundOf(2)], { status: 4 });
    expect(lines).toMatchObject([{ kind: 'other-state', next: 'there-voided' }]);
    expect(total.net).toBe(0);
  });

  it('shows no more refunds than it has given back', () => {
    const compared = (amount: number) => compareRefunds([refundOf(3), refundOf(2)], { amount });
    expect(compared(80_00).lines.map(({ kind }) => kind)).toEqual(['matched', 'matched']);
    const { lines, total } = compared(100_00);
    expect(lines.map(({ kind, attempt: own }) => [kind, own?.id])).toEqual([
      ['only-here', idOf(3)],
      ['matched', idOf(2)],
    ]);
    expect(total.refunded).toEqual({ count: 1, amount: 20_00 });
  });
});
