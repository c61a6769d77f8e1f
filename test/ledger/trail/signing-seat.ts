/** A seat that signs its audit trail, and hands that edit its ledger as the owner of the database can. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql, type Kysely } from 'kysely';
import type { NewAttempt } from '#electron/core/ports/ledger.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { migrations } from '#electron/ledger/migrations/migrate.ts';
import type { TrailReport } from '#shared/ledger/trail.ts';
import { localDay } from '#shared/local-day.ts';
import { newId } from '#shared/new-id.ts';
import { onTestFinished } from 'vitest';
import { makeStore, type EngineName, type Store } from '#test/fixtures/ledger/engines.ts';
import { onDatabase, type BareRow } from '#test/fixtures/ledger/bare-ledger.ts';
import { trailHeadsIn, type TrailVault } from '#test/fixtures/ledger/trail-heads-in.ts';
import { emptyReport } from '#test/fixtures/shown/report.ts';
import { merchant, newAttempt, record, resolution } from '#test/fixtures/examples.ts';
import { reportBug } from '#test/fixtures/report-bug.ts';

export interface SigningSeat {
  readonly store: Store;
  /** Data folder of the seat. */
  readonly folder: string;
  readonly vault: TrailVault;
  /** Opens the ledger as a start of the program does. */
  open(seat?: string, now?: () => Date): Promise<StoredLedger>;
  drop(): Promise<void>;
}

let seeds = 0;

/** @param cardKey every byte of its key of card fingerprints, which seats of one ledger have in common */
export async function makeSigningSeat(engine: EngineName, shared?: Store, cardKey = 1): Promise<SigningSeat> {
  const store = shared ?? (await makeStore(engine));
  const folder = await mkdtemp(path.join(tmpdir(), 'caja-trail-'));
  seeds += 1;
  const vault: TrailVault = { seed: seeds, locked: false, used: false, cardKey };
  const opened: StoredLedger[] = [];
  return {
    store,
    folder,
    vault,
    async open(seat = 'Till', now) {
      const heads = trailHeadsIn(folder, reportBug, vault);
      const ledger = await store.open(seat, now, path.join(folder, 'journal.db'), heads, vault);
      opened.push(ledger);
      return ledger;
    },
    async drop() {
      await Promise.all(opened.map((ledger) => ledger.close()));
      if (shared === undefined) await store.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Makes a seat that is removed after the test. */
export async function signingSeatOfTest(...order: Parameters<typeof makeSigningSeat>): Promise<SigningSeat> {
  const seat = await makeSigningSeat(...order);
  onTestFinished(() => seat.drop());
  return seat;
}

/** Records a sale with its answer. @returns its id */
export const sell = (
  ledger: StoredLedger,
  seat = 'Till',
  environment: NewAttempt['merchant']['environment'] = merchant.environment,
): Promise<string> => record(ledger, newAttempt({ operation: 'sell', seat, merchant: { ...merchant, environment } }));

/** Closes the present day of the merchant, without payments. @returns the close's id */
export async function closeToday(ledger: StoredLedger): Promise<string> {
  const now = new Date();
  const [id, closedAt, day] = [newId(), now.toISOString(), localDay(now)];
  const figures = { ...emptyReport.figures, asOf: closedAt };
  const bounds = { from: closedAt, until: closedAt };
  const of = { environment: 'test', merchantId: merchant.id, merchantName: merchant.name } as const;
  await ledger.closeDay({ id, day, ...bounds, ...of, closedAt, operatorName: 'Sol', seat: 'Till', figures });
  return id;
}

/** What a person enters who saw an unconfirmed payment declined. */
export const seenDeclined = () => resolution('declined', { reference: 'R1' });

export const restoreDeed = (attempts: number) => ({ kind: 'restore', attempts, file: '/copy.db' }) as const;
export const deed = { kind: 'printed', what: 'reports' } as const;

type Edit = (db: Kysely<Readonly<Record<string, BareRow>>>) => Promise<unknown>;

/** Edits the tables without the triggers that forbid it, and makes them again. */
export const byHand = ({ address }: Store, edit: Edit): Promise<void> =>
  onDatabase(address, async (db) => {
    const kept = ['ledger_events', 'audit_links', 'day_closes'];
    const dropped = address.engine === 'SQLite' ? kept.flatMap((table) => [`${table}_update`, `${table}_delete`]) : [];
    const sqlite = migrations.flatMap(({ statements }) => statements.sqlite);
    const triggers = dropped.flatMap((name) => sqlite.filter((text) => text.includes(`create trigger ${name} `)));
    for (const name of dropped) await sql.raw(`drop trigger ${name}`).execute(db);
    const tables = address.engine === 'SQLite' ? [] : kept;
    for (const table of tables) await sql.raw(`alter table ${table} disable trigger all`).execute(db);
    await edit(db);
    for (const table of tables) await sql.raw(`alter table ${table} enable trigger all`).execute(db);
    for (const text of triggers) await sql.raw(text).execute(db);
  });

/** The report without what differs from run to run. */
export const gist = ({ breaks, first }: TrailReport) => ({
  breaks,
  first: first === null ? null : `${first.kind} at ${first.link} of ${first.seat}`,
});

export const whole = { breaks: 0, first: null } as const;
