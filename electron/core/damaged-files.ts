/** Damaged files that steer payments. Nothing is sent until a supervisor goes on without them. */
import type { Emit } from '#electron/core/ports/host.ts';
import { writeFailure, type SteeringStore } from '#electron/core/ports/stored-documents.ts';
import type { EventName } from '#shared/contract/contract.ts';
import { failed, ok, type Failure, type Result } from '#shared/failure.ts';
import { steeringDocuments, type DamagedFile, type SteeringDocument } from '#shared/audit/seat-deeds.ts';

export interface DamagedFiles {
  list(): readonly DamagedFile[];
  /** Returns why no payment may begin: a file is damaged. Null when all can be read. */
  refusal(): Failure | null;
  /** Keeps the damaged file under another name, so that the seat goes on as if it had none. Returns where it is now. */
  goOnWithout(document: SteeringDocument): Result<DamagedFile>;
}

export interface DamagedFilesParts {
  readonly documents: Readonly<Record<SteeringDocument, Pick<SteeringStore<unknown>, 'unread' | 'setAside'>>>;
  /** Opens the ledger that waited for the decision. */
  readonly openLedger: () => void;
  readonly emit: Emit;
}

/** Event of the reads that a decision makes stale. */
const changes = {
  merchants: 'merchants.changed',
  vault: 'vault.changed',
  ledger: 'ledger.changed',
  log: 'ledger.changed',
} as const satisfies Readonly<Record<SteeringDocument, EventName>>;

export function createDamagedFiles({ documents, openLedger, emit }: DamagedFilesParts): DamagedFiles {
  const list = (): readonly DamagedFile[] =>
    steeringDocuments.flatMap((document) => {
      const { unread } = documents[document];
      return unread?.reason === 'damaged' ? [{ document, file: unread.file }] : [];
    });
  return {
    list,
    refusal() {
      const first = list()[0];
      return first === undefined ? null : { kind: 'damaged-file', file: first.file };
    },
    goOnWithout(document) {
      try {
        const file = documents[document].setAside();
        if (file === null) return failed({ kind: 'not-found' });
        if (document === 'ledger' || document === 'log') openLedger();
        emit(changes[document], {});
        return ok({ document, file });
      } catch (error) {
        return failed(writeFailure(error));
      }
    },
  };
}
