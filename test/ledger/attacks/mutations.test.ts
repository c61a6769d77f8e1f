/**
 * Everything that the owner of a database or of a seat's folder may change, one at a time, without a passcode and without an open
 * vault: the next check of the trail tells of it, or it stands in `open` (`open.ts`), which says what nobody is told of yet.
 */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { engines } from '#test/fixtures/ledger/engines.ts';
import { times } from '#test/support/thorough.ts';
import { makeAttackedLedger, type AttackedLedger, type Moment } from './attacked-ledger.ts';
import {
  acts,
  byId,
  columnAttacks,
  excuses,
  set,
  settingAttacks,
  unsigned,
  withoutJournal,
  withoutUnsigned,
  type Attack,
} from './attacks.ts';
import { seenDeclined } from '../trail/signing-seat.ts';
import { open, steersNothing } from './open.ts';

const tables = ['attempts', 'holds', 'ledger_events', 'audit_links', 'day_closes'] as const;
const sharedTables = ['operators'] as const;

/** Every nth of a list in `npm test`. */
const every = <Each>(nth: number, list: readonly Each[]): readonly Each[] =>
  list.filter((_each, index) => index % times(nth, 1) === 0);

/** Returns the name of an attack on a column without what it is changed to. */
const columnIn = (name: string): string => name.replace(/ emptied$/, '');

const namesOf = (attacks: readonly Pick<Attack, 'name'>[]): readonly string[] => attacks.map(({ name }) => name);

/** Longest time of a group in `npm run test:thorough`, in ms. */
const timeout = 900_000;

describe.each(engines)('what its owner does to a ledger on %s is told', { timeout }, (engine) => {
  // The check compares the same rows on both, and a server is put back more slowly.
  const some = <Each>(list: readonly Each[]): readonly Each[] => every(engine === 'SQLite' ? 16 : 40, list);
  let ledger: AttackedLedger;
  beforeAll(async () => {
    ledger = await makeAttackedLedger(engine);
  });
  afterAll(() => ledger.drop());

  const isHere = ({ only }: { readonly only?: string }): boolean => only === undefined || only === engine;

  async function told(attack: () => Promise<unknown>): Promise<string | null> {
    await ledger.restore();
    // Else the seat writes again what its server has lost.
    await withoutJournal(ledger);
    await attack();
    return ledger.told();
  }

  /** Returns the names of those that nobody is told of. */
  async function untold(attacks: readonly Attack[]): Promise<readonly string[]> {
    const names: string[] = [];
    for (const attack of attacks) if ((await told(() => attack.run(ledger))) === null) names.push(attack.name);
    return names;
  }

  const stillOpen = (group: keyof typeof open, names: readonly string[]): readonly string[] => {
    const listed: readonly string[] = [...open[group].both, ...open[group][engine]];
    return names.filter((name) => listed.includes(columnIn(name)) || listed.includes(name));
  };

  it('but not of a ledger that nobody has touched', async () => {
    expect(await told(() => Promise.resolve())).toBeNull();
    expect(await ledger.toldElsewhere()).toBeNull();
  });

  it.each(engine === 'SQLite' ? tables : [...tables, ...sharedTables])('each column of %s', async (table) => {
    const columns = await columnAttacks(ledger, table);
    const attacks = some(columns.filter(({ name }) => steersNothing[table]?.includes(columnIn(name)) !== true));
    expect(await untold(attacks)).toEqual(stillOpen(table, namesOf(attacks)));
  });

  if (engine === 'PostgreSQL') {
    it('each setting', async () => {
      const settings = await settingAttacks(ledger);
      const steering = settings.filter(({ name }) => steersNothing['ledger_settings']?.includes(name) !== true);
      // There are three attacks on each setting, so every fourth takes each kind of them by turns.
      const attacks = every(4, steering);
      expect(await untold(attacks)).toEqual(stillOpen('ledger_settings', namesOf(attacks)));
    });

    it('the mark of a chain is left again by its seat', async () => {
      const marks = () =>
        ledger.hands.rows(
          `select * from ledger_settings where name like 'chain-mark %' and value <> 'x' order by name`,
        );
      await ledger.restore();
      const before = await marks();
      await ledger.hands.run(`update ledger_settings set value = 'x' where name like 'chain-mark %'`);
      expect([await ledger.told(), await ledger.toldElsewhere()]).toEqual([null, null]);
      expect(await marks()).toEqual(before);
    });
  }

  it('a payment with each excuse', async () => {
    const { sale } = ledger.payments;
    const attacks = some(excuses.filter(isHere)).map(({ name, run }): Attack => ({
      name,
      async run({ hands }) {
        await set(hands, 'attempts', { amount: 1, state: 'declined', standing: 'declined' }, byId(sale));
        await run(ledger, sale);
      },
    }));
    expect(await untold(attacks)).toEqual(stillOpen('excuses', namesOf(attacks)));
  });

  it('rows removed, inserted and put back', async () => {
    const attacks = some(acts.filter(isHere));
    expect(await untold(attacks)).toEqual(stillOpen('acts', namesOf(attacks)));
  });

  it('a payment put back to unknown, also once a person has resolved it', async () => {
    await ledger.restore();
    await withoutJournal(ledger);
    await acts.find(({ name }) => name === 'an approved payment put back to unknown')?.run(ledger);
    const resolved = (opened: StoredLedger) => opened.resolve(ledger.payments.sale, seenDeclined());
    expect(await ledger.toldAfter(resolved)).toBe('payment-differs');
  });

  it('what links that nobody has signed say, also once they are taken out behind the seat', async () => {
    const names: string[] = [];
    for (const { name, run } of some(unsigned)) {
      const atOnce = await told(() => run(ledger));
      await withoutUnsigned(ledger);
      if (atOnce === null) names.push(name);
      if ((await ledger.told()) === null) names.push(`${name}, later`);
    }
    expect(names).toEqual([]);
  });

  it('a payment edited with a link of a key that the seat’s file names, at a start whose vault is opened later', async () => {
    const edited = acts.find(({ name }) => name.startsWith('a payment edited with'));
    await ledger.restore();
    await edited?.run(ledger);
    expect(await ledger.toldLate()).toBe('forged');
  });

  it('a replay, and another key', async () => {
    const withKey = (used: boolean, locked = false) => ledger.told({ seed: 99, used, locked });
    const noLinks = async (): Promise<void> => {
      await ledger.restore();
      await withoutJournal(ledger);
      await ledger.hands.run(`delete from audit_links; delete from attempts where ${byId(ledger.payments.sale)}`);
      await rm(path.join(ledger.folder, 'trail.json'));
    };
    const older = (folders: Moment): Promise<void> => ledger.restore('earlier', folders);
    type Replay = readonly [name: string, attack: () => Promise<string | null>];
    const atAnother: Replay = [
      'an older ledger and folder, at another seat',
      () => older('earlier').then(() => ledger.toldElsewhere()),
    ];
    const replays: readonly Replay[] = [
      ['an older ledger', () => older('now').then(() => ledger.told())],
      [
        'an older ledger, without the journal',
        () =>
          older('now')
            .then(() => withoutJournal(ledger))
            .then(() => ledger.told()),
      ],
      ['an older ledger and folder', () => older('earlier').then(() => ledger.told())],
      ...(engine === 'SQLite' ? [] : [atAnother]),
      ['links and heads removed, with a new key', () => noLinks().then(() => withKey(true))],
      ['links and heads removed, as at a first start', () => noLinks().then(() => withKey(false))],
      ['links and heads removed, with a key that can’t be read', () => noLinks().then(() => withKey(true, true))],
    ];
    const names: string[] = [];
    // Each on a file. A server takes every third, among them that at another seat.
    const tried = replays.filter((_each, index) => engine === 'SQLite' || index % times(3, 1) === 0);
    for (const [name, attack] of tried) if ((await attack()) === null) names.push(name);
    const triedNames = tried.map(([name]) => name);
    expect(names).toEqual(stillOpen('replays', triedNames));
  });
});
