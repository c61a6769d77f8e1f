/** This seat's choice of ledger, as kept in its document and as the company's policy allows it. */
import { allowsLedger, ledgerRefusal, refusedBy } from '#electron/core/policy/enforcement.ts';
import type { Policy } from '#electron/core/policy/policy.ts';
import {
  writeFailure,
  NewerDocument,
  type SteeringStore,
  type UnreadDocument,
} from '#electron/core/ports/stored-documents.ts';
import { failed, ok, type Failure, type Result } from '#shared/failure.ts';
import type { LedgerChoice } from '#shared/seat/settings.ts';

export interface KeptChoice {
  now(): LedgerChoice;
  /** Keeps another choice, which counts from then on. */
  keep(next: LedgerChoice): Result<void>;
  /** Returns why the seat can't change to the ledger: the policy, or a document of a newer program. */
  refusalOf(next: LedgerChoice): Failure | null;
  /** Returns why no payment may begin in the present ledger: the policy names another one. */
  refusal(): Failure | null;
  /** Returns the document whose choice is not known, because it is damaged or of a newer version; null for none. */
  unread(): UnreadDocument | null;
}

export interface KeptChoiceParts {
  readonly store: SteeringStore<LedgerChoice>;
  readonly policy: Pick<Policy, 'file' | 'ledger' | 'issue'>;
  /** Writes a line to the log. */
  readonly warn: (message: string) => void;
}

/** Reads the choice, and warns when the policy names another ledger. */
export function createKeptChoice({ store, policy, warn }: KeptChoiceParts): KeptChoice {
  let choice: LedgerChoice = store.read() ?? { engine: 'sqlite' };
  if (!allowsLedger(policy, choice)) {
    warn(`${policy.file} names another ledger than this seat uses: no payment is sent until it is chosen`);
  }
  return {
    now: () => choice,
    unread: () => store.unread,
    keep(next) {
      try {
        // Choosing a ledger is the decision that a damaged choice waits for.
        store.setAside();
        store.write(next);
      } catch (error) {
        return failed(writeFailure(error));
      }
      choice = next;
      return ok(undefined);
    },
    refusalOf(next) {
      const rule = ledgerRefusal(policy, choice, next);
      if (rule !== null) return refusedBy(rule);
      return store.unread?.reason === 'newer' ? writeFailure(new NewerDocument(store.unread.file)) : null;
    },
    refusal: () => (allowsLedger(policy, choice) ? null : refusedBy('ledger-in-use')),
  };
}
