/**
 * One-time supervisor approvals of a payment despite a lookalike, given by passcode at a cashier's seat. An approval is
 * valid for that payment alone, once, and for a short time.
 */
import { oneMinute } from '#shared/durations.ts';
import { failed, ok, type Result } from '#shared/failure.ts';
import { mayAct } from '#shared/seat/role.ts';
import type { PaymentDraft } from '#shared/payments/attempt.ts';
import type { Operators } from './operators.ts';
import type { Actor, Clock, MakeId } from '#electron/core/ports/host.ts';

/** The facts about a payment that remain after its card has left the form. */
interface ApprovedPayment {
  readonly merchantId: string;
  readonly amount: number;
  readonly lastFour: string;
}

interface ApprovalRequest extends ApprovedPayment {
  readonly name: string;
  readonly passcode: string;
}

export interface Approval {
  readonly supervisor: string;
  /** Makes the approval valid again, because the payment did not begin or did not leave. */
  giveBack(): void;
}

export interface Approvals {
  approve(request: ApprovalRequest, actor: Actor): Promise<Result<{ readonly approvalId: string }>>;
  /** Uses up the draft's approval. Returns null when it has none or one for another payment. */
  take(draft: Pick<PaymentDraft, 'override' | 'merchantId' | 'amount' | 'card'>, actor: Actor): Approval | null;
}

export interface ApprovalsParts {
  readonly operators: Pick<Operators, 'check'>;
  readonly clock: Clock;
  readonly makeId: MakeId;
}

/** Lifetime of an approval in ms. The card has to be keyed again in this time. */
const lifetime = 10 * oneMinute;

interface PendingApproval extends ApprovedPayment {
  readonly supervisor: string;
  readonly cashier: string;
  readonly at: number;
}

export function createApprovals({ operators, clock, makeId }: ApprovalsParts): Approvals {
  const pending = new Map<string, PendingApproval>();

  const isGood = ({ at }: PendingApproval): boolean => {
    const age = clock().getTime() - at;
    return age >= 0 && age < lifetime;
  };

  return {
    async approve({ name, passcode, ...payment }, actor) {
      const checked = await operators.check(name, passcode);
      if (!checked.ok) return checked;
      if (checked.value.mustChange || !mayAct(checked.value.role, 'supervisor')) {
        return failed({ kind: 'not-permitted', needs: 'supervisor' });
      }
      for (const [id, old] of pending) if (!isGood(old)) pending.delete(id);
      const approvalId = makeId();
      pending.set(approvalId, {
        ...payment,
        supervisor: checked.value.name,
        cashier: actor.name,
        at: clock().getTime(),
      });
      return ok({ approvalId });
    },
    take({ override, merchantId, amount, card }, actor) {
      const id = override?.approvalId;
      const approval = id === undefined ? undefined : pending.get(id);
      if (id === undefined || approval === undefined) return null;
      const fits =
        isGood(approval) &&
        approval.cashier === actor.name &&
        approval.merchantId === merchantId &&
        approval.amount === amount &&
        approval.lastFour === card.number.slice(-4);
      if (!fits) return null;
      pending.delete(id);
      return { supervisor: approval.supervisor, giveBack: () => void pending.set(id, approval) };
    },
  };
}
