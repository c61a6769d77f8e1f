/**
 * Random histories of two seats, a server that goes back to an earlier moment, and seats that come back in any order: all own
 * commits are there again, one live settlement a hold, and no approved payment is lost or called not sent.
 */
import path from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { GatewayAnswer } from '#electron/core/ports/gateway.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { storeOfTest } from '#test/fixtures/ledger/engines.ts';
import { approved, capture, lost, newAttempt, refused, resolution } from '#test/fixtures/examples.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { times } from '#test/support/thorough.ts';

const answers = {
  approved: () => approved(),
  lost: () => lost,
  declined: () => refused('declined', '51'),
  captured: () => refused('rejected', '622'),
} as const satisfies Record<string, () => GatewayAnswer>;
type AnswerName = keyof typeof answers;

type Step =
  | { readonly kind: 'pay'; readonly seat: 0 | 1; readonly sells: boolean; readonly answer: AnswerName | 'none' }
  | { readonly kind: 'capture'; readonly seat: 0 | 1; readonly which: number; readonly answer: AnswerName | 'none' }
  | { readonly kind: 'answer'; readonly which: number; readonly answer: AnswerName }
  | {
      readonly kind: 'resolve';
      readonly seat: 0 | 1;
      readonly which: number;
      readonly outcome: 'approved' | 'declined';
    };

const anySeat = fc.constantFrom<0 | 1>(0, 1);
const which = fc.nat(20);
const anyAnswer = fc.constantFrom<AnswerName | 'none'>('approved', 'approved', 'approved', 'lost', 'declined', 'none');
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('pay'), seat: anySeat, sells: fc.boolean(), answer: anyAnswer }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('capture'),
      seat: anySeat,
      which,
      answer: fc.oneof(anyAnswer, fc.constant('captured' as const)),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('answer'), which, answer: fc.constantFrom('approved', 'lost') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('resolve'),
      seat: anySeat,
      which,
      outcome: fc.constantFrom('approved' as const, 'declined' as const),
    }),
  },
);

type History = [before: Step[], after: Step[], reversed: boolean, isBusyBetween: boolean];
const pay = (seat: 0 | 1, answer: AnswerName | 'none' = 'approved', sells = false): Step => ({
  kind: 'pay',
  seat,
  sells,
  answer,
});
const captured = (seat: 0 | 1, answer: AnswerName = 'approved'): Step => ({ kind: 'capture', seat, which: 0, answer });
const resolved = (seat: 0 | 1, outcome: 'approved' | 'declined'): Step => ({
  kind: 'resolve',
  seat,
  which: 0,
  outcome,
});

/** Histories that each run plays. */
const examples: History[] = [
  // A person resolves another seat's capture, and the hold is captured.
  [[pay(1), captured(1, 'lost')], [resolved(0, 'declined'), captured(0)], false, false],
  // A captured hold, and one whose capture another seat has to wait with.
  [[pay(0)], [captured(0)], false, false],
  [[], [pay(0), captured(0), pay(0), captured(1)], true, false],
  [[], [pay(0, 'declined', true), pay(0, 'lost'), resolved(1, 'approved')], false, false],
  [[], [pay(0, 'approved', true), pay(0, 'none')], false, false],
];

interface Row {
  readonly id: string;
  readonly shown: string;
  readonly hold_id: string | null;
}

const tables = ['attempts', 'holds', 'ledger_settings', 'ledger_events', 'attempts_unindexed'] as const;

it('a server that goes back loses nothing that its seats have committed', async () => {
  const folder = temporaryFolder();
  const store = await storeOfTest('PostgreSQL');
  const witness = await store.open('Witness');
  const { db } = witness.engine;
  const now = () => new Date().toISOString();

  const rows = async (): Promise<readonly Row[]> =>
    (
      await sql<Row>`select id, hold_id, case when resolved_how = 'contested' then 'unknown' else standing end as shown
        from attempts order by id`.execute(db)
    ).rows;
  const holds = async () =>
    (
      await sql<{ id: string; state: string; settlement_id: string | null }>`
      select id, state, settlement_id from holds order by id`.execute(db)
    ).rows;

  /** Keeps the tables of money as they are. Returns what brings them back. */
  async function snapshot(): Promise<() => Promise<void>> {
    for (const table of tables) {
      await sql.raw(`drop table if exists former_${table}`).execute(db);
      await sql.raw(`create table former_${table} as table ${table}`).execute(db);
    }
    return async () => {
      // One transaction, and children first.
      await witness.engine.write(async (trx) => {
        await sql`alter table ledger_events disable trigger all`.execute(trx);
        for (const table of tables) await sql.raw(`delete from ${table}`).execute(trx);
        for (const table of ['holds', 'attempts', 'ledger_settings', 'ledger_events']) {
          await sql.raw(`insert into ${table} select * from former_${table}`).execute(trx);
        }
        await sql`alter table ledger_events enable trigger all`.execute(trx);
      });
    };
  }

  async function play(steps: readonly Step[], seats: readonly [StoredLedger, StoredLedger]): Promise<void> {
    const flights: { readonly id: string; readonly seat: 0 | 1 }[] = [];
    for (const each of steps) {
      switch (each.kind) {
        case 'pay':
        case 'capture': {
          // The newest hold first.
          const all = each.kind === 'pay' ? [] : (await holds()).toReversed();
          const hold = each.kind === 'pay' ? null : all[each.which % Math.max(1, all.length)];
          if (hold === undefined) break;
          const attempt =
            each.kind === 'pay'
              ? newAttempt({ operation: each.sells ? 'sell' : 'authorize' })
              : capture(hold?.id ?? '');
          if (!(await seats[each.seat].begin(attempt, null)).ok) break;
          if (each.answer === 'none') flights.push({ id: attempt.id, seat: each.seat });
          else await seats[each.seat].finish(attempt.id, answers[each.answer](), now());
          break;
        }
        case 'answer': {
          const [flight] = flights.splice(each.which % Math.max(1, flights.length), 1);
          if (flight !== undefined) await seats[flight.seat].finish(flight.id, answers[each.answer](), now());
          break;
        }
        case 'resolve': {
          const open = (await witness.unknowns()).toSorted((one, other) => (one.id < other.id ? 1 : -1));
          const unknown = open[each.which % Math.max(1, open.length)];
          if (unknown === undefined) break;
          await seats[each.seat].resolve(unknown.id, resolution(each.outcome, { reference: `REF-${unknown.id}` }));
        }
      }
    }
  }

  let runs = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 6 }),
      fc.array(step, { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      fc.boolean(),
      async (before, after, reversed, isBusyBetween) => {
        runs += 1;
        const open = async (name: string) =>
          store.open(`${name} ${runs}`, undefined, path.join(folder, `${name} ${runs}.db`));
        const seats: [StoredLedger, StoredLedger] = [await open('One'), await open('Two')];
        await play(before, seats);
        const goBack = await snapshot();
        await play(after, seats);
        const [wanted, wantedHolds] = [await rows(), await holds()];
        for (const each of seats) await each.close();
        await goBack();

        const order = reversed ? (['Two', 'One'] as const) : (['One', 'Two'] as const);
        const back: StoredLedger[] = [];
        for (const name of order) {
          const again = await open(name);
          back.push(again);
          // Pays on before the other seat is back.
          if (isBusyBetween && back.length === 1)
            await play([{ kind: 'capture', seat: 0, which: 0, answer: 'approved' }], [again, again]);
        }
        for (const each of [...back, ...back]) await each.recover();

        const found = new Map((await rows()).map((row) => [row.id, row.shown]));
        for (const { id, shown } of wanted) {
          const state = found.get(id);
          if (shown === 'sending') expect(state).toBe('unknown');
          else if (isBusyBetween) expect([shown, 'unknown']).toContain(state);
          else expect(state).toBe(shown);
        }
        if (!isBusyBetween) {
          const moved = new Map((await holds()).map((hold) => [hold.id, hold]));
          for (const hold of wantedHolds) {
            const state = hold.state === 'capturing' ? 'capture-unknown' : hold.state;
            expect(moved.get(hold.id)).toEqual({ ...hold, state });
          }
        }
        const { rows: twice } = await sql`select hold_id from attempts where hold_id is not null
          and standing not in ('declined', 'rejected', 'not-sent') group by hold_id having count(*) > 1`.execute(db);
        expect(twice).toEqual([]);
        for (const each of back) expect(each.otherServer()?.missing ?? 0).toBe(0);
        // Again, and nothing changes.
        const settled = await rows();
        for (const each of back) await each.recover();
        expect(await rows()).toEqual(settled);
        for (const each of back) await each.close();
      },
    ),
    { numRuns: times(examples.length + 1, 40), examples },
  );
});
