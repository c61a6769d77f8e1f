/** How far a server is compared with a seat's own commits: some of the last, and on as long as some are lost. */
import { beforeEach, expect, it } from 'vitest';
import { findLost } from '#electron/ledger/journal/lost-commits.ts';
import type { OwnMark } from '#electron/ledger/journal/own-commits.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { newId } from '#shared/new-id.ts';
import { guard, newAttempt, value } from '#test/fixtures/examples.ts';
import { storeOfTest } from '#test/fixtures/ledger/engines.ts';

let ledger: StoredLedger;
let kept: OwnMark[];
beforeEach(async () => {
  ledger = await (await storeOfTest('PostgreSQL')).open();
  kept = [];
});

function note(id: string): void {
  const startedAt = new Date().toISOString();
  const number = kept.length + 1;
  kept.push({ number, id, startedAt, answeredAt: null, resolvedAt: null, seen: false });
}

async function lostOf(most: number): Promise<{ readonly lost: number; readonly read: number }> {
  let read = 0;
  const marks = (before: number, limit: number) => {
    const page = kept.filter(({ number }) => number < before).toReversed();
    read += Math.min(limit, page.length);
    return page.slice(0, limit);
  };
  const { marks: lost } = await findLost(
    ledger.engine,
    { marks, commit: () => null },
    most,
    () => false,
    () => Promise.resolve(new Set()),
  );
  return { lost: lost.length, read };
}

it('finds all of a copy that was put back, however old it is, and reads no further than what fits', async () => {
  const there = value(await ledger.begin(newAttempt(), guard()));
  for (let count = 0; count < 700; count++) note(there.id);
  expect(await lostOf(20)).toEqual({ lost: 0, read: 20 });
  for (let count = 0; count < 1_300; count++) note(newId());
  expect(await lostOf(20)).toEqual({ lost: 1_300, read: 2_000 });
  expect(await lostOf(500)).toEqual({ lost: 1_300, read: 2_000 });
});
