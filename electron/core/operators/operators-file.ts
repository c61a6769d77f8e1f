/** Keeps the operators' file in memory: the operators of this seat, or its copy of those of a shared ledger. */
import { createOneAtATime } from '#electron/core/one-at-a-time.ts';
import { failed, ok, type Result } from '#shared/failure.ts';
import { sameOperatorName } from '#shared/seat/operators.ts';
import type { ReportBug } from '#electron/core/ports/host.ts';
import { writeFailure, type KeptDocumentStore, type UnreadDocument } from '#electron/core/ports/stored-documents.ts';
import type { WrongTries } from './lock-out.ts';
import { asCopy, copyStateOf, type StoredOperator, type StoredOperators } from './stored-operators.ts';

export interface OperatorsFileParts {
  readonly store: KeptDocumentStore<StoredOperators>;
  readonly reportBug: ReportBug;
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
  /** Writes the content, or changes nothing. */
  write(next: StoredOperators): Result<void>;
  /** Takes content that holds here even when the disk is full. Leaves the file of a newer program alone. */
  take(next: StoredOperators): void;
  /** Stores an operator's wrong tries. Takes effect at once, even when the disk is full. */
  putTries(id: string, wrong: WrongTries | null, uncounted: boolean): void;
  /** Returns the wrong tries of an operator at passcodes of supervisors. They belong to this seat, whoever keeps the operators. */
  stepUps(id: string): WrongTries | null;
  putStepUps(id: string, wrong: WrongTries | null): void;
  /** Stores an operator as the shared ledger has it. */
  put(operator: StoredOperator): void;
  /** Copies the file beside itself before other operators take its place. */
  keepCopy(): void;
  /** Called when operators or their rights may have changed, but not for wrong tries. */
  onChange(listener: () => void): void;
}

export function createOperatorsFile({ store, reportBug }: OperatorsFileParts): OperatorsFile {
  let content = store.read();
  let unread = content === null ? store.unread : null;
  let stepUps: Readonly<Record<string, WrongTries>> = content?.stepUps ?? {};
  const listeners = new Set<() => void>();
  const changed = (): void => listeners.forEach((listener) => listener());
  const inTurn = createOneAtATime();

  function write(next: StoredOperators): Result<void> {
    try {
      const hasTries = Object.keys(stepUps).length > 0;
      store.write({ ...asCopy(next, copyStateOf(next)), ...(hasTries ? { stepUps } : {}) });
    } catch (error) {
      return failed(writeFailure(error));
    }
    content = next;
    unread = null;
    return ok(undefined);
  }

  function takeQuietly(next: StoredOperators): void {
    const written = write(next);
    if (written.ok || written.failure.kind === 'newer-file') return;
    content = next;
    unread = null;
    reportBug(new Error(`The operators could not be written: ${JSON.stringify(written.failure)}`));
  }

  return {
    content: () => content,
    unread: () => unread,
    byId: (id) => content?.operators.find((operator) => operator.id === id),
    byName: (name) => content?.operators.find((one) => one.active && sameOperatorName(one.name, name)),
    inTurn,
    write(next) {
      const written = write(next);
      if (written.ok) changed();
      return written;
    },
    take(next) {
      takeQuietly(next);
      changed();
    },
    putTries(id, wrong, uncounted) {
      if (content === null) return;
      const state = copyStateOf(content);
      const others = state.uncounted.filter((other) => other !== id);
      const operators = content.operators.map((other) => (other.id === id ? { ...other, wrong } : other));
      const next = asCopy(
        { ...content, operators },
        { ...state, uncounted: uncounted && wrong !== null ? [...others, id] : others },
      );
      if (!write(next).ok) content = next;
    },
    stepUps: (id) => stepUps[id] ?? null,
    putStepUps(id, wrong) {
      const { [id]: _before, ...others } = stepUps;
      stepUps = wrong === null ? others : { ...others, [id]: wrong };
      // They hold here even when the disk is full.
      if (content !== null) write(content);
    },
    put(operator) {
      if (content === null) return;
      const { id, name } = operator;
      const others = content.operators.filter((other) => other.id !== id && !sameOperatorName(other.name, name));
      const operators = [...others, operator];
      takeQuietly({ ...content, operators });
      changed();
    },
    keepCopy: () => void store.keepCopy(),
    onChange: (listener) => void listeners.add(listener),
  };
}
