/** Stamps of sealed settings: a seat is asked for those of its own chain alone. */
import { expect, it } from 'vitest';
import { enginesOfSameSql } from '#test/fixtures/ledger/engines.ts';
import { signingSeatOfTest } from './signing-seat.ts';

const sealed = (stamp: string) => ({ kind: 'settings-sealed', stamp }) as const;

it.each(enginesOfSameSql)(
  'the newest stamps of a seat are those that its own key has signed, on %s',
  async (engine) => {
    const seat = await signingSeatOfTest(engine);
    const ledger = await seat.open();
    for (const stamp of ['one', 'two', 'three']) await ledger.note('Sol', sealed(stamp));
    await ledger.close();
    seat.vault.locked = true;
    const locked = await seat.open();
    await locked.note('Sol', sealed('locked'));
    expect(await locked.sealStamps(2)).toEqual([]);
    seat.vault.locked = false;
    await locked.checkTrail();
    await locked.note('Sol', sealed('four'));
    expect(await locked.sealStamps(3)).toEqual(['four', 'three', 'two']);
  },
);
