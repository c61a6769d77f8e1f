/**
 * One-time approvals by a supervisor's passcode at the seat. An approval serves for one act with its subject, once, for the
 * operator who asked, and for a short time.
 */
import { oneMinute } from '#shared/durations.ts';
import { failed, ok, type Result } from '#shared/failure.ts';
import { mayAct } from '#shared/role.ts';
import { isGoodPasscode, sameOperatorName } from '#shared/seat/operators.ts';
import type { Guarded } from '#shared/audit/step-up.ts';
import type { Operators } from './operators.ts';
import type { Actor } from '#electron/core/ports/host.ts';
import type { Ports } from '#electron/core/ports/ports.ts';

interface AskedSupervisor extends Pick<Guarded, 'act'> {
  readonly name: string;
  readonly passcode: string;
}

export interface Approval {
  readonly supervisor: string;
  /** Makes the approval valid again, because the act did not happen. */
  giveBack(): void;
}

export type Approvals = ReturnType<typeof createApprovals>;

export interface ApprovalsParts extends Pick<Ports, 'clock' | 'makeId' | 'audit'> {
  readonly operators: Pick<Operators, 'check' | 'checkSupervisor' | 'confirm' | 'names' | 'state' | 'view'>;
  /** Locks the seat of an operator who keyed too many wrong passcodes. */
  readonly lock: () => void;
}

/** Lifetime of an approval in ms. The card has to be keyed again in this time. */
const lifetime = 10 * oneMinute;

/** Acts for which the role of a signed-in supervisor is enough. For the others they key their own passcode again. */
const roleSuffices: ReadonlySet<Guarded['act']> = new Set(['lookalike', 'amount', 'export', 'production']);

/** Acts that need the operators as a shared ledger has them now. Otherwise somebody who was removed could unplug the cable. */
const needsLedger: ReadonlySet<Guarded['act']> = new Set(['secrets', 'ledger', 'seat', 'provision']);

interface PendingApproval extends Guarded {
  readonly supervisor: string;
  readonly operator: string;
  readonly at: number;
}

export function createApprovals({ operators, lock, audit, clock, makeId }: ApprovalsParts) {
  const pending = new Map<string, PendingApproval>();

  const isGood = ({ at, supervisor: by }: PendingApproval): boolean => {
    const age = clock().getTime() - at;
    const isTheirs = operators
      .view()
      .operators.some(({ name, role, active }) => name === by && active && mayAct(role, 'supervisor'));
    return isTheirs && age >= 0 && age < lifetime;
  };

  async function approver({ name, passcode }: AskedSupervisor, actor: Actor | null): Promise<Result<string>> {
    const checked = await (actor === null
      ? operators.check(name, passcode)
      : operators.checkSupervisor(name, passcode, actor.name));
    if (!checked.ok) return checked;
    if (!mayAct(checked.value.role, 'supervisor')) return failed({ kind: 'not-permitted', needs: 'supervisor' });
    // Another person may know such a passcode, or guess it.
    if (checked.value.mustChange || !isGoodPasscode(passcode)) return failed({ kind: 'passcode-to-replace' });
    return ok(checked.value.name);
  }

  async function supervisor(asked: AskedSupervisor, actor: Actor | null, account: string): Promise<Result<string>> {
    const confirmed = needsLedger.has(asked.act) ? await operators.confirm() : ok(undefined);
    const approved = confirmed.ok ? await approver(asked, actor) : confirmed;
    if (approved.ok) return approved;
    const name = operators.names().find((known) => sameOperatorName(known, asked.name)) ?? null;
    const operator = actor?.name ?? account;
    audit.noteSoon(operator, { kind: 'step-up-refused', act: asked.act, operator, name });
    if (actor !== null && approved.failure.kind === 'locked-out') lock();
    return approved;
  }

  function take({ act, subject }: Guarded, id: string | undefined, actor: Actor): Approval | null {
    const approval = id === undefined ? undefined : pending.get(id);
    if (id === undefined || approval === undefined) return null;
    const fits =
      isGood(approval) && approval.operator === actor.name && approval.act === act && approval.subject === subject;
    if (!fits) return null;
    pending.delete(id);
    return { supervisor: approval.supervisor, giveBack: () => void pending.set(id, approval) };
  }

  /**
   * Lets the operator do the act: by their role or because no operators are kept, with null, or by an approval, which is used up. Fails
   * with the question for a passcode.
   */
  function allow(guarded: Guarded, approvalId: string | undefined, actor: Actor): Result<Approval | null> {
    if (operators.state() === 'none') return ok(null);
    const own = mayAct(actor.role, 'supervisor');
    if (own && roleSuffices.has(guarded.act)) return ok(null);
    const approval = take(guarded, approvalId, actor);
    return approval === null ? failed({ kind: 'step-up-needed', ...guarded, own }) : ok(approval);
  }

  return {
    /**
     * Checks a supervisor's passcode, on the record, and returns the supervisor's name. Too many wrong tries lock the session of
     * whoever keyed them.
     * @param account named in the audit trail while nobody is signed in
     */
    supervisor,
    /** Checks a supervisor's passcode, on the record, and approves the act for this operator. */
    async approve(
      { act, subject, ...asked }: AskedSupervisor & Guarded,
      actor: Actor,
    ): Promise<Result<{ readonly approvalId: string }>> {
      const operator = actor.name;
      const approved = await supervisor({ act, ...asked }, actor, operator);
      if (!approved.ok) return approved;
      for (const [id, old] of pending) if (!isGood(old)) pending.delete(id);
      const approvalId = makeId();
      pending.set(approvalId, { act, subject, supervisor: approved.value, operator, at: clock().getTime() });
      audit.noteSoon(approved.value, { kind: 'step-up', act, operator });
      return ok({ approvalId });
    },
    /** Uses up an approval. Returns null for none, and for one of another act, subject or operator. */
    take,
    allow,
  };
}
