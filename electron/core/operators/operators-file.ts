/** Keeps the operators' file in memory and serializes its changes, each with an entry in the audit trail. */
import { failed, ok, type Result } from '#shared/failure.ts';
import type { LedgerDeed } from '#shared/ledger/ledger-events.ts';
import { sameOperatorName } from '#shared/seat/operators.ts';
import type { ReportBug } from '#electron/core/ports/host.ts';
import { writeFailure, type DocumentStore, type UnreadDocument } from '#electron/core/ports/stored-documents.ts';
import type { StoredOperator, StoredOperators } from './stored-operators.ts';

/** Appends a deed to the audit trail. Fails as `ledger` when it can't be written now. */
type NoteDeed = (operatorName: string, deed: LedgerDeed) => Promise<Result<void>>;

export interface OperatorsFileParts {
  readonly store: DocumentStore<StoredOperators>;
  readonly note: NoteDeed;
  readonly reportBug: ReportBug;
}

interface Deed {
  readonly by: string;
  readonly deed: LedgerDeed;
}

export interface OperatorsFile {
  /** Returns the file's content; null while there are no operators or the file can't be read. */
  content(): StoredOperators | null;
  /** Returns the unreadable file; null when the file is absent or readable. */
  unread(): UnreadDocument | null;
  byId(id: string): StoredOperator | undefined;
  /** Finds an active operator only. */
  byName(name: string): StoredOperator | undefined;
  inTurn<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Appends the deed to the audit trail, then writes the file, so that every change leaves a trace. */
  change(next: StoredOperators, deed: Deed): Promise<Result<void>>;
  /** Writes the file, then the deed: to the audit trail if possible, else to the log. */
  changeAnyway(next: StoredOperators, deed: Deed): Promise<Result<void>>;
  /** Stores an operator's wrong tries. Takes effect at once, even when the disk is full. */
  put(operator: StoredOperator): void;
  noteAnyway(deed: Deed): Promise<void>;
  /** Called when operators or their rights may have changed, but not for wrong tries. */
  onChange(listener: () => void): void;
}

export function createOperatorsFile({ store, note, reportBug }: OperatorsFileParts): OperatorsFile {
  let content = store.read();
  let unread = content === null ? store.unread : null;
  const listeners = new Set<() => void>();
  const onChange = (): void => listeners.forEach((listener) => listener());
  let tail: Promise<unknown> = Promise.resolve();

  function write(next: StoredOperators): Result<void> {
    try {
      store.write(next);
    } catch (error) {
      return failed(writeFailure(error));
    }
    content = next;
    unread = null;
    return ok(undefined);
  }

  async function noteAnyway({ by, deed }: Deed): Promise<void> {
    const noted = await note(by, deed);
    if (!noted.ok) reportBug(new Error(`Not on the record, by ${by}: ${JSON.stringify(deed)}`));
  }

  return {
    content: () => content,
    unread: () => unread,
    byId: (id) => content?.operators.find((operator) => operator.id === id),
    byName: (name) => content?.operators.find((one) => one.active && sameOperatorName(one.name, name)),
    inTurn(work) {
      const turn = tail.then(work);
      tail = turn.catch(() => undefined);
      return turn;
    },
    async change(next, { by, deed }) {
      const noted = await note(by, deed);
      if (!noted.ok) return noted;
      const written = write(next);
      if (written.ok) onChange();
      return written;
    },
    async changeAnyway(next, deed) {
      const written = write(next);
      if (!written.ok) return written;
      await noteAnyway(deed);
      onChange();
      return written;
    },
    put(operator) {
      if (content === null) return;
      const operators = content.operators.map((other) => (other.id === operator.id ? operator : other));
      const next = { ...content, operators };
      if (!write(next).ok) content = next;
    },
    noteAnyway,
    onChange: (listener) => void listeners.add(listener),
  };
}
