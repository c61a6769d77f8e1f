/** Lists of records: what is called whole is whole, whatever the service's limit is and whatever comes in between. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readWhole } from '#electron/core/records/read-whole.ts';
import type { NoRecords, RecordsCount } from '#electron/core/ports/gateway.ts';
import { trainingAccount } from '#electron/core/merchants/training-merchant.ts';
import { aRecord } from '#test/fixtures/service-records.ts';
import { trainingOrigin } from '#test/fixtures/world.ts';

const account = trainingAccount(trainingOrigin, { name: 'Shop', defaultConcept: '', defaultDescription: '' });
const question = { by: 'time', from: '2026-11-21T00:00:00', to: '2026-11-22T00:00:00' } as const;
const refusal = (why: Extract<NoRecords, { kind: 'no-answer' }>['why']): NoRecords => ({
  kind: 'no-answer',
  why,
  code: null,
  text: null,
});

interface Behaviour {
  /** Rows of one answer at most. */
  readonly atOnce: number;
  /** Rows that come before each question. */
  readonly comes: readonly number[];
  /** Passes over `offset`. */
  readonly deaf: boolean;
  readonly count: 'right' | 'none' | 'refused';
}

/** A service that books while it is asked. */
function serviceWith(rows: number, { atOnce, comes, deaf, count }: Behaviour) {
  const booked = Array.from({ length: rows }, (_, index) => aRecord({ idtx: String(index) }));
  const pending = [...comes];
  let counted = 0;
  const book = (): void => {
    for (let left = pending.shift() ?? 0; left > 0; left--) booked.push(aRecord({ idtx: String(booked.length) }));
  };
  return {
    booked,
    /** Number of records at the end of the last count. */
    counted: () => counted,
    ask: (_account: unknown, _question: unknown, page = { limit: 50, offset: 0 }) => {
      book();
      const from = deaf ? 0 : page.offset;
      const records = booked.toReversed().slice(from, from + Math.min(atOnce, page.limit));
      return Promise.resolve({ kind: 'records', records } as const);
    },
    count: (): Promise<RecordsCount> => {
      book();
      counted = booked.length;
      return Promise.resolve(
        count === 'refused' ? refusal('refused') : { kind: 'count', count: count === 'none' ? null : booked.length },
      );
    },
  };
}

test('a list that is called whole has every record, and one that can’t be proved whole is never called so', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(40),
      fc.record({
        atOnce: fc.integer({ min: 1, max: 15 }),
        comes: fc.array(fc.nat(2), { maxLength: 8 }),
        deaf: fc.boolean(),
        count: fc.constantFrom('right', 'right', 'none', 'refused'),
      }),
      async (rows, behaviour) => {
        const service = serviceWith(rows, behaviour);
        const read = await readWhole({ records: service, account, question, most: 1000 });
        if (read.kind !== 'records') throw new Error(read.kind);
        const all = service.booked.slice(0, service.counted()).map(({ idtx }) => idtx);
        const isAll =
          read.records.length === all.length && all.every((idtx) => read.records.some((one) => one.idtx === idtx));
        if (read.whole) expect(isAll).toBe(true);
        if (behaviour.count !== 'right') expect(read.whole).toBe(false);
        else if (behaviour.comes.every((count) => count === 0)) expect(read.whole).toBe(isAll);
      },
    ),
  );
});

test.each(['wrong-keys', 'not-allowed', 'unreachable', 'slow'] as const)(
  '%s ends the reading with its reason',
  async (why) => {
    const service = {
      ...serviceWith(3, { atOnce: 9, comes: [], deaf: false, count: 'right' }),
      count: () => Promise.resolve(refusal(why)),
    };
    expect(await readWhole({ records: service, account, question, most: 1000 })).toEqual(refusal(why));
  },
);
