/**
 * Opens the chosen ledger, delivers spooled answers, then runs crash recovery, so that no attempt of a dead process is left
 * `sending`. Tells how far that is, and the condition of what was opened.
 */
import { LedgerUnavailable, type Ledger, fromLedger, unlessAway } from '#electron/core/ports/ledger.ts';
import type { StoredLedger, LedgerParts } from '#electron/ledger/stored-ledger.ts';
import type { MigrationProgress } from '#shared/ledger/migration-progress.ts';
import type { LedgerStatus, LedgerChoice } from '#shared/seat/settings.ts';
import { finishRestore } from '#electron/ledger/copies/backup.ts';
import { openPostgresLedger, openSqliteLedger } from '#electron/ledger/open-ledger.ts';
import type { LedgerFile, LedgerLog } from '#electron/ledger/sqlite/damaged-database.ts';
import { failed, ok, type Result } from '#shared/failure.ts';
import type { LedgerPassword } from './kept-choice.ts';
import { finishRestores } from './replace-embedded.ts';

export interface OpenLedgerParts {
  /** File of the embedded ledger, absolute. */
  readonly file: string;
  readonly password: Pick<LedgerPassword, 'read'>;
  readonly ledgerParts: () => LedgerParts;
  /** Called with the path of a damaged file, kept byte for byte, once a new ledger is in its place. */
  readonly onSetAside: (keptFile: string) => void;
  readonly log: LedgerLog;
  readonly database: LedgerFile;
  /** Delivers this machine's waiting answers to the ledger. Rejects with `LedgerUnavailable`. */
  readonly deliver: (ledger: Ledger) => Promise<void>;
}

/** @param given password of the shared ledger; null takes the vault's. Rejects with `LedgerUnavailable`. */
export type OpenLedger = (choice: LedgerChoice, given: string | null) => Promise<StoredLedger>;

export function createOpenLedger(parts: OpenLedgerParts): OpenLedger {
  const { file, password, ledgerParts, onSetAside, log, database, deliver } = parts;

  async function openEmbedded(parts: LedgerParts): Promise<StoredLedger> {
    await finishRestore(file, parts.now());
    const moved = database.moveAside();
    log.look();
    const unread = log.unread ?? database.unread;
    if (unread !== null) throw new LedgerUnavailable('log-damaged', unread.file);
    const opened = await openSqliteLedger({ ...parts, file });
    if (moved === null) return opened;
    onSetAside(moved);
    // The banner disappears when the program ends, so the audit trail keeps the event.
    await opened.note(parts.seat, { kind: 'begun-anew', keptFile: moved });
    return opened;
  }

  async function open(choice: LedgerChoice, given: string | null): Promise<StoredLedger> {
    const parts = ledgerParts();
    if (choice.engine === 'sqlite') return openEmbedded(parts);
    return openPostgresLedger({ ...parts, ...choice, password: given ?? (await password.read(choice)) });
  }

  return async (choice, given) => {
    let opened: StoredLedger | null = null;
    try {
      opened = await open(choice, given);
      // Answers wait for their payments, and an answered attempt must not become unknown by the recovery.
      await opened.mend();
      await deliver(opened);
      await opened.recover();
      if (choice.engine === 'sqlite') {
        const services = ledgerParts();
        const { journal, reportBug } = services;
        const ledger = opened;
        const finish = (): Promise<void> => finishRestores(services, file, ledger).catch(unlessAway(reportBug));
        const isTrusted = await journal.ready();
        await finish();
        // Who noted those of an earlier run is known once the vault is open.
        if (!isTrusted) journal.onReady(() => void finish());
      }
      return opened;
    } catch (error) {
      await opened?.close();
      const isCorrupt = error instanceof LedgerUnavailable && error.reason === 'corrupt';
      // Payments wait until a supervisor decides: a new ledger would know nothing of what is unconfirmed.
      if (choice.engine === 'sqlite' && isCorrupt) database.found(error.message);
      throw error;
    }
  };
}

/** Turns a ledger that can't be opened into the failure of its choice. */
export async function openedOrRefused(opening: Promise<StoredLedger>): Promise<Result<StoredLedger>> {
  try {
    return ok(await opening);
  } catch (error) {
    if (!(error instanceof LedgerUnavailable)) throw error;
    return failed({ kind: 'ledger-not-chosen', reason: error.reason, detail: error.message });
  }
}

/** Says in the ledger that the seat leaves that it does. Not called for another way to the same ledger. */
export type Leave = (former: StoredLedger) => Promise<void>;

const addressOf = (choice: LedgerChoice): string | null => (choice.engine === 'sqlite' ? null : choice.url);

/** Says goodbye and closes the ledger. One that went away meanwhile is only closed. @param former null when it was not open */
export async function leaveFormer(
  former: StoredLedger | null,
  from: LedgerChoice,
  to: LedgerChoice,
  leave?: Leave,
): Promise<void> {
  if (former === null) return;
  if (leave !== undefined && addressOf(from) !== addressOf(to)) await fromLedger(leave(former));
  await former.close();
}

type Condition = Pick<LedgerStatus, 'unkept' | 'otherServer' | 'damaged' | 'checking' | 'trail'>;

const unopened: Condition = { unkept: [], otherServer: null, damaged: 0, checking: null, trail: null };

/** Returns the condition of an opened ledger for the screens. @param opening null while no ledger is open */
export async function conditionOf(opening: Promise<StoredLedger> | null): Promise<Condition> {
  try {
    const opened = await opening;
    if (opened === null) return unopened;
    return {
      unkept: opened.engine.server?.unkept() ?? [],
      otherServer: opened.otherServer(),
      damaged: opened.damaged(),
      checking: opened.checking(),
      trail: opened.trail(),
    };
  } catch (error) {
    if (error instanceof LedgerUnavailable) return unopened;
    throw error;
  }
}

/** Longest wait of the first screen for the ledger, in ms. Afterwards it is shown as unavailable. */
const patience = 1_500;

/** Waits a moment for a ledger that is being opened. */
export const openingState = (opening: Promise<StoredLedger>): Promise<'open' | 'away' | 'opening'> =>
  Promise.race([
    opening.then(
      () => 'open' as const,
      () => 'away' as const,
    ),
    new Promise<'opening'>((resolve) => setTimeout(resolve, patience, 'opening').unref()),
  ]);

/** Returns the reason for which payments wait while there is this progress. */
export const waitsFor = ({ kind }: MigrationProgress) => (kind === 'writing-back' ? kind : 'updating');
