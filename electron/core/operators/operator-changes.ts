/**
 * Changes operators where they live, each with its deed in the audit trail: in the file of this seat, or in the shared ledger,
 * of which the file is a copy. Follows what other seats change there.
 */
import { createOneAtATime } from '#electron/core/one-at-a-time.ts';
import { isDeepStrictEqual } from 'node:util';
import { oneHour } from '#shared/durations.ts';
import { failed, ok, type Failure, type Result } from '#shared/failure.ts';
import type { LedgerDeed } from '#shared/audit/ledger-events.ts';
import { LedgerUnavailable, fromLedger, unlessAway } from '#electron/core/ports/ledger.ts';
import type { Audit } from '#electron/core/ports/audit.ts';
import type { Host } from '#electron/core/ports/host.ts';
import {
  changedByHand,
  type FoundOperators,
  type LedgerOperators,
  type OperatorsLedger,
  type SharedOperators,
} from './shared-operators.ts';
import { isVouchedFor, keepUnwritten, writtenProvisioning, type UnwrittenSeals } from './unwritten-operators.ts';
import type { Seals } from '#electron/core/seals.ts';
import { within } from './within.ts';
import type { OperatorsFile } from './operators-file.ts';
import {
  asCopy,
  asOwn,
  contentOf,
  copyStateOf,
  type CopyState,
  type OperatorsContent,
  type StoredOperator,
} from './stored-operators.ts';

/** A change with who makes it and what the audit trail says of it. */
export interface PlannedChange {
  readonly next: OperatorsContent;
  readonly by: string;
  readonly deed: LedgerDeed;
}

/** Plans a change of the present operators. Runs again when another seat was faster. Null when there is nothing to change. */
export type Plan = (content: OperatorsContent | null) => Planned | Promise<Planned>;
export type Planned = PlannedChange | Failure | null;

export interface OperatorChangesParts extends Pick<Host, 'reportBug' | 'clock'> {
  readonly file: OperatorsFile;
  readonly ledger: OperatorsLedger;
  readonly seals: UnwrittenSeals & Pick<Seals, 'check' | 'keep' | 'decide'>;
  readonly audit: Audit;
  /** Longest wait for the shared ledger in ms. */
  readonly patience: number;
}

export function createOperatorChanges(parts: OperatorChangesParts) {
  const { file, ledger, seals, audit, reportBug, patience } = parts;
  /** Runs one exchange with the ledger at a time. Sign-ins don't wait for it. */
  const inLedgerTurn = createOneAtATime();

  const changing = (plan: Plan, write: (planned: PlannedChange) => Promise<Result<void>>): Promise<Result<void>> =>
    file.inTurn(async () => {
      const planned = await plan(file.content());
      if (planned === null) return ok(undefined);
      return 'next' in planned ? write(planned) : failed(planned);
    });

  const changeHere = (plan: Plan): Promise<Result<void>> =>
    changing(plan, async ({ next, by, deed }) => {
      const noted = await audit.note(by, deed);
      return noted.ok ? file.write(asOwn(next)) : noted;
    });

  let following: Promise<void> | null = null;

  async function followOnce(): Promise<void> {
    try {
      const shared = ledger.isShared() ? await ledger.opened() : null;
      if (shared !== null) await inLedgerTurn(() => look(parts, shared));
      // A choice of ledger that somebody edited makes nobody an operator of this seat.
      else if (!ledger.isShared() && (await seals.check()) === null) await keepAsOwn(parts);
    } catch (error) {
      // A ledger that is away is followed again when it is back.
      unlessAway(reportBug)(error);
    }
  }

  return {
    /** Makes the change. Without its deed in the audit trail it is not made. */
    async change(plan: Plan): Promise<Result<void>> {
      if (!ledger.isShared()) return changeHere(plan);
      const done = await fromLedger(
        inLedgerTurn(async () => {
          const shared = await ledger.opened();
          return shared === null ? changeHere(plan) : changeThere(parts, shared, plan);
        }),
      );
      return done.ok ? done.value : done;
    },
    /** Reads the operators of a shared ledger now. Fails when it does not answer. */
    confirm(): Promise<Result<void>> {
      const isCopy = copyStateOf(file.content()).copyOf !== null;
      if (isCopy && !ledger.isShared()) {
        return Promise.resolve(failed({ kind: 'ledger', reason: 'choice-damaged', detail: '' }));
      }
      return fromLedger(
        within(
          patience,
          inLedgerTurn(async () => {
            const shared = ledger.isShared() ? await ledger.opened() : null;
            if (shared !== null) await presentIn(parts, shared);
          }),
        ),
      );
    },
    /** Makes the change in the file of this seat even while the audit trail can't be written. */
    changeAnyway: (plan: Plan): Promise<Result<void>> =>
      changing(plan, async ({ next, by, deed }) => {
        const written = await file.write(asOwn(next));
        if (written.ok) audit.noteSoon(by, deed);
        return written;
      }),
    /** Takes over what other seats changed, and writes to the ledger what waits for it. Never rejects. */
    follow: () =>
      (following ??= followOnce().finally(() => {
        following = null;
      })),
  };
}

async function take(
  { file, clock }: OperatorChangesParts,
  { ledger: id, revision, number, content }: LedgerOperators,
): Promise<void> {
  const before = file.content();
  const state = copyStateOf(before);
  const operators = content.operators.map((operator) =>
    state.uncounted.includes(operator.id) ? withMoreTries(operator, file.byId(operator.id)) : operator,
  );
  const isOther = before !== null && state.copyOf?.ledger !== id;
  if (isOther && !isDeepStrictEqual(idsOf(before), idsOf(content))) file.keepCopy();
  const at = clock().toISOString();
  await file.take(asCopy({ ...content, operators }, { ...state, copyOf: { ledger: id, revision, number, at } }));
}

/**
 * Reads the ledger's operators. A ledger without any gets those of this seat, and one whose operators were changed or put back by
 * hand gets them as this seat knew them last; null when there are none either.
 */
async function presentIn(parts: OperatorChangesParts, shared: SharedOperators): Promise<LedgerOperators | null> {
  for (;;) {
    const found = await shared.read();
    const own = parts.file.content();
    const copyOf = own?.copyOf?.ledger === found?.ledger ? (own?.copyOf ?? null) : null;
    if (isPresent(found) && found.number >= (copyOf?.number ?? 0)) {
      if (found.revision !== own?.copyOf?.revision) await take(parts, found);
      return found;
    }
    if (found !== null && copyOf === null) {
      throw new LedgerUnavailable('corrupt', changedByHand);
    }
    if (own === null) return null;
    const names = own.operators.map(({ name }) => name);
    const before = found && { ...found, content: null, number: Math.max(found.number, copyOf?.number ?? 0) };
    const deed = { kind: found === null ? 'operators-adopted' : 'operators-put-back', names } as const;
    const written = await shared.write({ before, next: contentOf(own), by: null, deed });
    if (written !== null) {
      await take(parts, written);
      return written;
    }
  }
}

async function changeThere(parts: OperatorChangesParts, shared: SharedOperators, plan: Plan): Promise<Result<void>> {
  for (;;) {
    const before = await presentIn(parts, shared);
    const planned = await plan(before?.content ?? null);
    if (planned === null) return ok(undefined);
    if (!('next' in planned)) return failed(planned);
    const written = await shared.write({ before, ...planned });
    if (written === null) continue;
    await take(parts, written);
    return ok(undefined);
  }
}

/** Makes the operators of a shared ledger those of this seat, because the embedded one was chosen. */
async function keepAsOwn({ file }: OperatorChangesParts): Promise<void> {
  const content = file.content();
  if (content !== null && (content.copyOf !== null || content.unwritten !== null))
    await file.take(asOwn(contentOf(content)));
}

async function mergeTries(parts: OperatorChangesParts, shared: SharedOperators): Promise<void> {
  const { file, clock } = parts;
  const { uncounted } = copyStateOf(file.content());
  if (uncounted.length === 0) return;
  const now = clock().getTime();
  const tried = uncounted.flatMap((id) => {
    const wrong = file.byId(id)?.wrong ?? null;
    return wrong === null ? [] : [{ id, count: wrong.count, age: Math.max(0, now - Date.parse(wrong.at)) }];
  });
  await shared.mergeTries(tried);
  await changeState(parts, (state) => ({
    ...state,
    uncounted: state.uncounted.filter((id) => !uncounted.includes(id)),
  }));
}

async function changeState({ file }: OperatorChangesParts, next: (state: CopyState) => CopyState): Promise<void> {
  const content = file.content();
  if (content !== null) await file.take(asCopy(content, next(copyStateOf(content))));
}

async function writeProvisioning(parts: OperatorChangesParts, shared: SharedOperators): Promise<void> {
  const { file, seals, audit, reportBug } = parts;
  const { unwritten } = copyStateOf(file.content());
  if (unwritten === null) return;
  const vouched = await isVouchedFor(seals, unwritten);
  // A vault that is locked now may still vouch for it.
  if (vouched === null) return;
  if (!vouched) {
    audit.noteSoon('Caja', { kind: 'provisioning-refused', file: 'operators.json', why: 'not-vouched' });
    await changeState(parts, (state) => ({ ...state, unwritten: null }));
    return;
  }
  const written = await changeThere(parts, shared, (content) => writtenProvisioning(unwritten, content));
  if (!written.ok) reportBug(new Error(`Provisioned operators were not written: ${JSON.stringify(written.failure)}`));
  await keepUnwritten(seals, null);
  await changeState(parts, (state) => ({ ...state, unwritten: null }));
}

async function look(parts: OperatorChangesParts, shared: SharedOperators): Promise<void> {
  const { file, clock } = parts;
  const revision = shared.revision();
  const content = file.content();
  if (content === null && revision === null) return;
  const { copyOf, uncounted, unwritten } = copyStateOf(content);
  if (copyOf !== null && copyOf.revision === revision && uncounted.length === 0 && unwritten === null) {
    const age = clock().getTime() - Date.parse(copyOf.at);
    if (age < 0 || age > oneHour)
      await changeState(parts, (state) => ({ ...state, copyOf: { ...copyOf, at: clock().toISOString() } }));
    return;
  }
  await mergeTries(parts, shared);
  await presentIn(parts, shared);
  await writeProvisioning(parts, shared);
}

const isPresent = (found: FoundOperators | null): found is LedgerOperators => (found?.content ?? null) !== null;

const idsOf = ({ operators }: OperatorsContent): readonly string[] => operators.map(({ id }) => id).toSorted();

function withMoreTries(operator: StoredOperator, here: StoredOperator | undefined): StoredOperator {
  const wrong = here?.wrong ?? null;
  return wrong !== null && wrong.count > (operator.wrong?.count ?? 0) ? { ...operator, wrong } : operator;
}
