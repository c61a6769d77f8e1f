/**
 * This seat's choice of ledger, as kept in its document and as the company's policy allows it, and the shared ledger's password: kept for
 * the servers that it was keyed for, and given to no others.
 */
import { ledgerPlace, type SharedLedgerChoice, type NoteWithheld } from '#electron/core/policy/secret-places.ts';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { nothingToUndo, type Undo, type Vault } from '#electron/core/ports/vault.ts';
import { failed, ok, type Result, type Failure } from '#shared/failure.ts';
import type { Misplaced } from '#shared/seat/secret-place.ts';
import type { LedgerChoice } from '#shared/seat/settings.ts';
import { allowsLedger, ledgerRefusal, refusedBy } from '#electron/core/policy/enforcement.ts';
import type { Policy } from '#electron/core/policy/policy.ts';
import { tryToWrite, writeFailure, NewerDocument, type SteeringStore } from '#electron/core/ports/stored-documents.ts';
import type { Seals } from '#electron/core/seals.ts';

export interface KeptChoiceParts {
  readonly store: Pick<SteeringStore<LedgerChoice>, 'read' | 'write' | 'unread' | 'doubted' | 'setAside' | 'textOf'>;
  readonly seals: Pick<Seals, 'check' | 'keep'>;
  readonly policy: Pick<Policy, 'file' | 'ledger' | 'issue'>;
  readonly warn: (message: string) => void;
}

/** Failure for a change of the ledger during a payment. */
export const paymentUnderWay = failed({ kind: 'busy' } as const);

export function createKeptChoice({ store, seals, policy, warn }: KeptChoiceParts) {
  const now = (): LedgerChoice => store.read() ?? { engine: 'sqlite' };
  if (!allowsLedger(policy, now())) {
    warn(`${policy.file} names another ledger than this seat uses: no payment is sent until it is chosen`);
  }
  function refusalOf(next: LedgerChoice): Failure | null {
    const rule = ledgerRefusal(policy, now(), next);
    if (rule !== null) return refusedBy(rule);
    return store.unread?.reason === 'newer' ? writeFailure(new NewerDocument(store.unread.file)) : null;
  }

  return {
    now,
    /** Returns why the choice may not even be opened: its document, or seals that can't be compared now. */
    async refusalToOpen(): Promise<LedgerUnavailable | null> {
      // A shared ledger brings operators of its own. The embedded one lies beside the file anyway.
      const changed = now().engine === 'postgres' ? await seals.check() : null;
      const unread = store.unread ?? store.doubted;
      if (unread?.reason === 'newer') return new LedgerUnavailable('newer-version', unread.file);
      if (unread !== null) return new LedgerUnavailable('choice-damaged', unread.file);
      const waits = changed?.kind === 'vault';
      return waits ? new LedgerUnavailable('disconnected', 'The key store can’t be read now.') : null;
    },
    /** Returns the document whose choice is not known, because it is damaged or of a newer version; null for none. */
    unread: () => store.unread ?? store.doubted,
    /**
     * Keeps another choice, which counts from then on.
     * @param busy asked right before it is written; a payment that is under way refuses it
     * @param onKept runs at once, so that no payment begins in between
     */
    keep: (next: LedgerChoice, busy: () => boolean, onKept: () => void): Promise<Result<void>> =>
      seals.keep(
        'ledger',
        () => store.textOf(next),
        () => {
          if (busy()) return paymentUnderWay;
          const kept = tryToWrite(() => {
            // Choosing a ledger is the decision that a damaged choice waits for.
            store.setAside();
            store.write(next);
          });
          if (kept.ok) onKept();
          return kept;
        },
      ),
    /** Returns why the seat can't change to the ledger: the policy, or a document of a newer program. */
    refusalOf,
    /** Returns why no copy may take the ledger's place: another ledger is in use, or it is not known which. */
    refusalToReplace(): Failure | null {
      const { unread, doubted } = store;
      const damaged = (unread ?? doubted)?.file;
      return (
        refusalOf(now()) ??
        (damaged === undefined ? null : { kind: 'damaged-file', file: damaged }) ??
        (now().engine === 'sqlite' ? null : { kind: 'not-found' })
      );
    },
    /** Returns why no payment may begin in the present ledger: the policy names another one. */
    refusal: (): Failure | null => (allowsLedger(policy, now()) ? null : refusedBy('ledger-in-use')),
  };
}

export interface LedgerPasswordParts {
  readonly vault: Pick<Vault, 'ledgerPassword' | 'saveLedgerPassword'>;
  readonly noteWithheld: NoteWithheld;
}

export type LedgerPassword = ReturnType<typeof createLedgerPassword>;

const described = ({ keyedFor, asked }: Misplaced): string => `${keyedFor ?? '–'} → ${asked}`;

/** @param now returns the ledger in use */
export function createLedgerPassword({ vault, noteWithheld }: LedgerPasswordParts, now: () => LedgerChoice) {
  const placeInUse = () => {
    const used = now();
    return used.engine === 'sqlite' ? null : ledgerPlace(used);
  };
  const keep = (choice: LedgerChoice, password: string | null): Promise<Result<Undo>> =>
    password === null || choice.engine === 'sqlite'
      ? Promise.resolve(ok(nothingToUndo))
      : vault.saveLedgerPassword(password, ledgerPlace(choice), placeInUse());

  return {
    /** Reads the password for the chosen servers. Rejects with `LedgerUnavailable`, before any of them is asked. */
    async read(choice: SharedLedgerChoice): Promise<string | null> {
      const kept = await vault.ledgerPassword(ledgerPlace(choice));
      if (kept.ok) return kept.value;
      const { failure } = kept;
      if (failure.kind !== 'secrets-elsewhere') {
        const detail = 'The password of the shared ledger could not be read from the vault.';
        throw new LedgerUnavailable('disconnected', detail);
      }
      noteWithheld(null, failure);
      throw new LedgerUnavailable('password-elsewhere', described(failure));
    },
    /** Keeps a password that was keyed for the choice; null keeps the vault's. */
    keep,
    /** Keeps it as well, but refuses a choice without a password when the vault's was keyed for other servers. */
    async keepOrRefuse(choice: LedgerChoice, password: string | null): Promise<Result<Undo>> {
      if (password !== null || choice.engine === 'sqlite') return keep(choice, password);
      const kept = await vault.ledgerPassword(ledgerPlace(choice));
      // A vault that can't be read now is asked again when the ledger is opened.
      if (kept.ok || kept.failure.kind !== 'secrets-elsewhere') return ok(nothingToUndo);
      noteWithheld(null, kept.failure);
      return failed({ kind: 'ledger-not-chosen', reason: 'password-elsewhere', detail: described(kept.failure) });
    },
  };
}
