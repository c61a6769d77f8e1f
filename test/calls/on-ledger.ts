/** Services of a seat on a real ledger, whose supervisor is asked for nothing, and a payment that is old enough to be purged. */
import type { Services } from '#electron/calls/services.ts';
import { createHistory } from '#electron/core/records/history.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { wordsOf } from '#electron/shell/words.ts';
import { ok } from '#shared/failure.ts';
import { merchant, newAttempt, noMerchants, record } from '#test/fixtures/examples.ts';
import { longWork } from '#test/fixtures/long-work.ts';

export const sol = { name: 'Sol', role: 'supervisor' } as const;

export const servicesOn = (ledger: StoredLedger, parts: object): Services =>
  ({
    selectedLedger: { opened: () => Promise.resolve(ledger) },
    backups: {},
    merchants: { list: () => Promise.resolve([{ merchant }]) },
    history: createHistory(ledger, noMerchants, () => new Date()),
    session: { actor: () => sol },
    approvals: { allow: () => ok(null) },
    audit: { noteSoon: () => undefined },
    longWork: longWork(),
    words: () => wordsOf('en'),
    clock: () => new Date(),
    emit: () => undefined,
    busy: () => false,
    dataFolder: '/data',
    ...parts,
  }) as unknown as Services;

/** @returns its id */
export const oldSale = (ledger: StoredLedger): Promise<string> =>
  record(ledger, newAttempt({ operation: 'sell', startedAt: '2020-03-01T12:00:00.000Z' }));
