/** Keeps the operators' file in memory: the operators of this seat, or its copy of those of a shared ledger. */
import { createListeners } from '#electron/core/listeners.ts';
import { createOneAtATime } from '#electron/core/one-at-a-time.ts';
import type { Result } from '#shared/failure.ts';
import { sameOperatorName } from '#shared/seat/operators.ts';
import type { ReportBug } from '#electron/core/ports/host.ts';
import type { Seals } from '#electron/core/seals.ts';
import { tryToWrite, type SteeringStore, type UnreadDocument } from '#electron/core/ports/stored-documents.ts';
import type { WrongTries } from './lock-out.ts';
import { asCopy, copyStateOf, type StoredOperator, type StoredOperators } from './stored-operators.ts';

export type OperatorsStore = SteeringStore<StoredOperators>;

export type OperatorsFile = ReturnType<typeof createOperatorsFile>;

const othersThan = ({ operators }: StoredOperators, { id, name }: StoredOperator): readonly StoredOperator[] =>
  operators.filter((other) => other.id !== id && !sameOperatorName(other.name, name));

export function createOperatorsFile(store: OperatorsStore, seals: Pick<Seals, 'keep'>, reportBug: ReportBug) {
  let content = store.read();
  let unread = content === null ? store.unread : null;
  let stepUps: StoredOperators['stepUps'] = content?.stepUps ?? {};
  const { add, tell: changed } = createListeners<void>(reportBug);
  const inTurn = createOneAtATime();

  // While the file is in doubt, the operators are those that were sealed.
  store.onDoubt(() => {
    content = store.read();
    changed();
  });

  const stored = (next: StoredOperators): StoredOperators => ({ ...next, stepUps });

  /** Writes the file alone: wrong tries are not sealed. */
  function write(next: StoredOperators): Result<void> {
    const kept = tryToWrite(() => store.write(stored(next)));
    if (!kept.ok) return kept;
    content = next;
    unread = null;
    return kept;
  }

  /** Writes the file with its seal, which follows later while the vault can't be had. */
  async function writeSealed(next: StoredOperators): Promise<Result<void>> {
    const sealed = await seals.keep(
      'operators',
      () => store.textOf(stored(next)),
      () => write(next),
    );
    return !sealed.ok && sealed.failure.kind === 'vault' ? write(next) : sealed;
  }

  async function takeQuietly(next: StoredOperators): Promise<void> {
    const written = await writeSealed(next);
    if (written.ok || written.failure.kind === 'newer-file') return;
    content = next;
    unread = null;
    reportBug(new Error(`The operators could not be written: ${JSON.stringify(written.failure)}`));
  }

  return {
    /** Returns the file's content; null while there are no operators or the file can't be read. */
    content: (): StoredOperators | null => content,
    /** Returns the unreadable file; null when the file is absent or readable. */
    unread: (): UnreadDocument | null => unread,
    byId: (id: string): StoredOperator | undefined => content?.operators.find((operator) => operator.id === id),
    /** Finds an active operator only. */
    byName: (name: string): StoredOperator | undefined =>
      content?.operators.find((one) => one.active && sameOperatorName(one.name, name)),
    inTurn,
    /** Writes the content with its seal, or changes nothing. */
    async write(next: StoredOperators): Promise<Result<void>> {
      const written = await writeSealed(next);
      if (written.ok) changed();
      return written;
    },
    /** Takes content that holds here even when the disk is full. Leaves the file of a newer program alone. */
    async take(next: StoredOperators) {
      await takeQuietly(next);
      changed();
    },
    /** Stores an operator's wrong tries. Takes effect at once, even when the disk is full. */
    putTries(id: string, wrong: WrongTries | null, uncounted: boolean) {
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
    /** Returns the wrong tries of an operator at passcodes of supervisors. They belong to this seat, whoever keeps the operators. */
    stepUps: (id: string): WrongTries | null => stepUps[id] ?? null,
    putStepUps(id: string, wrong: WrongTries | null) {
      const { [id]: _before, ...others } = stepUps;
      stepUps = wrong === null ? others : { ...others, [id]: wrong };
      // They hold here even when the disk is full.
      if (content !== null) write(content);
    },
    /** Stores an operator as the shared ledger has it. */
    async put(operator: StoredOperator) {
      if (content === null) return;
      await takeQuietly({ ...content, operators: [...othersThan(content, operator), operator] });
      changed();
    },
    /** Copies the file beside itself before other operators take its place. */
    keepCopy: () => void store.keepCopy(),
    /** Called when operators or their rights may have changed, but not for wrong tries. */
    onChange: (listener: () => void) => void add(listener),
  };
}
