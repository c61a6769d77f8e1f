/** The operators' file in memory, and its changes one after the other, each with its deed on the record. */
import { failed, ok, type Result } from '#shared/failure.ts';
import type { LedgerDeed } from '#shared/ledger/ledger-events.ts';
import { sameOperatorName } from '#shared/seat/operators.ts';
import type { ReportBug } from '#electron/core/ports/host.ts';
import { writeFailure, type DocumentStore, type UnreadDocument } from '#electron/core/ports/stored-documents.ts';
import type { StoredOperator, StoredOperators } from './stored-operators.ts';

/** Writes a deed on the record; `ledger` when it can't be written now. */
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
  /** Null while no operators are kept, and while the file can't be read. */
  content(): StoredOperators | null;
  /** The file that can't be read; null when there is none or it can. */
  unread(): UnreadDocument | null;
  byId(id: string): StoredOperator | undefined;
  /** Finds an active operator only. */
  byName(name: string): StoredOperator | undefined;
  inTurn<Value>(work: () => Promise<Value>): Promise<Value>;
  /** The deed goes on the record, then the change into the file: nothing is changed without a trace. */
  change(next: StoredOperators, deed: Deed): Promise<Result<void>>;
  /** Writes the file; the deed follows if the record can be written, else the log has it. */
  changeAnyway(next: StoredOperators, deed: Deed): Promise<Result<void>>;
  /** Counts an operator's tries; in force at once, also when the disk is full. */
  put(operator: StoredOperator): void;
  noteAnyway(deed: Deed): Promise<void>;
  /** Who may work here, or how, may have changed; tries are no change. */
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
