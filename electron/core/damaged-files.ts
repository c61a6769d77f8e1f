/** Damaged files that steer payments, and those changed outside the program. Nothing is sent until a supervisor goes on without them. */
import type { Emit } from '#electron/core/ports/host.ts';
import { writeFailure, type SteeringStore } from '#electron/core/ports/stored-documents.ts';
import { isSealedDocument, type Seals } from '#electron/core/seals.ts';
import type { EventName } from '#shared/contract/contract.ts';
import { failed, ok, type Failure, type Result } from '#shared/failure.ts';
import { steeringDocuments, type DamagedFile, type SteeringDocument } from '#shared/audit/seat-deeds.ts';

export type DamagedFiles = ReturnType<typeof createDamagedFiles>;

export interface DamagedFilesParts {
  readonly documents: Readonly<
    Record<
      SteeringDocument,
      Pick<SteeringStore<unknown>, 'unread' | 'setAside'> & Partial<Pick<SteeringStore<unknown>, 'doubted'>>
    >
  >;
  readonly seals: Pick<Seals, 'decide'>;
  readonly openLedger: () => void;
  readonly emit: Emit;
}

const changes = {
  merchants: 'merchants.changed',
  vault: 'vault.changed',
  ledger: 'ledger.changed',
  log: 'ledger.changed',
  database: 'ledger.changed',
  operators: 'operators.changed',
} as const satisfies Readonly<Record<SteeringDocument, EventName>>;

export function createDamagedFiles({ documents, seals, openLedger, emit }: DamagedFilesParts) {
  const list = (): readonly DamagedFile[] =>
    steeringDocuments.flatMap((document) => {
      const { unread, doubted = null } = documents[document];
      const found = unread ?? doubted;
      return found === null || found.reason === 'newer' ? [] : [{ document, file: found.file, reason: found.reason }];
    });
  return {
    list,
    /** Returns why no payment may begin: a file is damaged. Null when all can be read. */
    refusal(): Failure | null {
      const first = list()[0];
      return first === undefined ? null : { kind: 'damaged-file', file: first.file };
    },
    /**
     * Keeps the file under another name. The seat goes on with the vault's sealed copy of it, or as if it had none. A file that can
     * be read and has no sealed copy is taken as it is. Returns where the file is now.
     */
    async goOnWithout(document: SteeringDocument): Promise<Result<DamagedFile>> {
      const reason = list().find((each) => each.document === document)?.reason;
      if (reason === undefined) return failed({ kind: 'not-found' });
      try {
        const decided = isSealedDocument(document) ? await seals.decide(document) : ok(documents[document].setAside());
        if (!decided.ok) return decided;
        const file = decided.value;
        if (file === null) return failed({ kind: 'not-found' });
        if (changes[document] === 'ledger.changed') openLedger();
        emit(changes[document], {});
        return ok({ document, file, reason });
      } catch (error) {
        return failed(writeFailure(error));
      }
    },
  };
}
