/**
 * Voids a hold and refunds a charge, each recorded before it is sent (invariants 1 to 3). Both go beyond the operator's published
 * document, so the merchant switches them on, and family B, in which they are unproved, has neither (docs/beyond-the-document.md).
 */
import { failed, ok, type Failure, type Result } from '#shared/failure.ts';
import { heldAmount } from '#shared/ledger/holds.ts';
import { chargedAmount, leftToRefund, type ShownAttempt } from '#shared/ledger/listed-attempt.ts';
import { recordKindOf, refundedElsewhere } from '#shared/ledger/service-records.ts';
import { effectiveState, type Attempt, type RefundDraft, type VoidDraft } from '#shared/payments/attempt.ts';
import type { MinorUnits } from '#shared/payments/money.ts';
import { operationFacts, operationTable } from '#shared/payments/operations.ts';
import { reversalSettings, type ReversalOperation } from '#shared/seat/merchant.ts';
import { limitOf, type AmountLimits } from '#shared/seat/operators.ts';
import { accountOfEarlier } from '#electron/core/merchants/merchant-in-use.ts';
import type { Approval, Approvals } from '#electron/core/operators/approvals.ts';
import type { Gateway, MerchantAccount, ReversalPayment, ServiceRecords } from '#electron/core/ports/gateway.ts';
import type { Actor } from '#electron/core/ports/host.ts';
import { fromLedger } from '#electron/core/ports/ledger.ts';
import { answerOf } from './answered-attempt.ts';
import { laterAttempt, ofDraft, reversalPayment } from './drafts.ts';
import { overriddenBy } from './guarded-begin.ts';
import { refusedBegin, type PaymentServices } from './recorder.ts';

interface Asked {
  readonly operation: ReversalOperation;
  readonly id: string;
  readonly amount: MinorUnits;
  readonly description: string;
  readonly approvalId: string | undefined;
  /** The operator has seen the refunds of the same amount. */
  readonly isConfirmed: boolean;
  /** The charge of a refund; null for a void. */
  readonly charge: ShownAttempt | null;
}

/** Subject of an approval. One given before anybody knew of an earlier refund does not serve for a further one. */
const guardedAct = ({ operation, amount, isConfirmed }: Asked, earlier: Attempt) =>
  ({ act: 'reversal', subject: `${operation} ${earlier.id} ${amount}${isConfirmed ? ' again' : ''}` }) as const;

interface Rights {
  readonly approvals: Pick<Approvals, 'allow'>;
  readonly limits: () => AmountLimits;
}

/** Checks the operator's right to give back this amount, with a supervisor's passcode where it is above the limit. */
function allowed({ approvals, limits }: Rights, asked: Asked, earlier: Attempt, actor: Actor): Result<Approval | null> {
  const { reversal } = limitOf(limits(), actor.role);
  const isWithin = reversal !== null && asked.amount <= reversal;
  if (isWithin && asked.approvalId === undefined) return ok(null);
  return approvals.allow(guardedAct(asked, earlier), asked.approvalId, actor);
}

/** Returns the note of a further refund: its reason, and the supervisor who approved it. */
const overrideOf = ({ isConfirmed, description }: Asked, approval: Approval | null) =>
  isConfirmed && {
    overrideReason: description,
    ...(approval !== null && { overrideApprovedBy: approval.supervisor }),
  };

export function createReversals(
  parts: PaymentServices & Rights & { readonly gateway: Pick<Gateway, 'void' | 'refund' | 'records'> },
) {
  const { gateway, ledger, recorder, merchants, seat, clock, makeId, reportBug } = parts;

  async function reverse(asked: Asked, earlier: Attempt, actor: Actor): Promise<Result<Attempt>> {
    const { operation, id, charge } = asked;
    if (operationTable[operation].types[earlier.family] === null)
      return failed({ kind: 'not-offered', operation, by: 'family' });
    const found = await accountOfEarlier(earlier, merchants);
    if (!found.ok) return found;
    const { merchant } = found.value;
    if (!merchant[reversalSettings[operation]]) return failed({ kind: 'not-offered', operation, by: 'merchant' });
    const payment = reversalPayment(asked, earlier, id, merchant);
    if (payment === null) return failed({ kind: 'invalid', issues: [{ path: 'codOper', code: 'no-reference' }] });
    const approval = allowed(parts, asked, earlier, actor);
    if (!approval.ok) return approval;
    let hasLeft = false;
    try {
      const refusedBy = charge === null ? null : await refusedThere(gateway.records, found.value, payment, charge);
      if (refusedBy !== null) return failed(refusedBy);
      const circumstances = { merchant, family: earlier.family, seat: seat(), actor, now: clock() };
      const attempt = laterAttempt(id, operation, asked, earlier, circumstances);
      // Refunds of any age count.
      const guard = { since: '', overridden: overriddenBy(asked.isConfirmed, actor, approval.value !== null) };
      const begun = await recorder.begin(
        { ...attempt, ...overrideOf(asked, approval.value) },
        charge === null ? null : guard,
      );
      if (!begun.ok) return begun;
      if (!begun.value.ok) {
        const refusal = begun.value.failure;
        return refusal.kind === 'duplicate' && asked.isConfirmed
          ? failed({ kind: 'step-up-needed', ...guardedAct(asked, earlier), own: false })
          : refusedBegin(refusal, earlier);
      }
      const send = () => gateway[operation](found.value, earlier.family, payment);
      const answer = await answerOf(send, reportBug);
      hasLeft = answer.outcome !== 'not-sent';
      return await recorder.finish(begun.value.value, answer);
    } finally {
      if (!hasLeft) approval.value?.giveBack();
    }
  }

  return {
    async void({ holdId, description, approvalId }: VoidDraft, actor: Actor): Promise<Result<Attempt>> {
      const hold = await fromLedger(ledger.hold(holdId));
      if (!hold.ok) return hold;
      if (hold.value === null) return failed({ kind: 'not-found' });
      const { authorization, state } = hold.value;
      if (state !== 'open') return failed({ kind: 'hold-not-open', state });
      if (operationFacts(authorization.operation).opens !== 'hold')
        return failed({ kind: 'hold-not-open', state: 'unlisted' });
      const amount = heldAmount(authorization);
      const asked = { operation: 'void', id: makeId(), amount, description, approvalId } as const;
      return reverse({ ...asked, isConfirmed: false, charge: null }, authorization, actor);
    },
    /**
     * Fails as `duplicate` where a refund of the same charge and amount may have moved money. A confirmed draft goes on, beside one
     * that is unknown with a supervisor's passcode alone.
     */
    async refund(
      { draftId, chargeId, amount, description, isConfirmed, approvalId }: RefundDraft,
      actor: Actor,
    ): Promise<Result<Attempt>> {
      const [earlier, charge] = await Promise.all([
        fromLedger(ledger.attempt(draftId)),
        fromLedger(ledger.show(chargeId)),
      ]);
      if (!earlier.ok) return earlier;
      // A draft that is submitted twice gets its result.
      if (earlier.value !== null)
        return ofDraft(earlier.value, earlier.value.chargeId === chargeId && earlier.value.amount === amount);
      if (!charge.ok) return charge;
      if (charge.value === null) return failed({ kind: 'not-found' });
      // Once it was found, because another seat may be writing it back.
      const signed = await fromLedger(ledger.signed(chargeId));
      if (!signed.ok) return signed;
      if (signed.value === null) return failed({ kind: 'payment-altered' });
      if (operationFacts(signed.value.operation).countsIn !== 'charged' || effectiveState(signed.value) !== 'approved')
        return failed({ kind: 'over-refund', left: 0, elsewhere: 0, currencySign: signed.value.currencySign });
      const asked = { operation: 'refund', id: draftId, amount, description, approvalId, isConfirmed } as const;
      return reverse({ ...asked, charge: { ...charge.value, ...signed.value } }, signed.value, actor);
    },
  };
}

/**
 * Refuses a refund beside a dispute, or beside refunds in the operator's panel, which the service's records alone tell of. Without an
 * answer the service refuses it itself (623, 652).
 */
async function refusedThere(
  records: ServiceRecords,
  account: MerchantAccount,
  { codOper, amount }: ReversalPayment,
  charge: ShownAttempt,
): Promise<Failure | null> {
  if (account.merchant.recordsUrl === null) return null;
  const answer = await records.ask(account, { by: 'codOper', codOper });
  const found = answer.kind === 'records' ? answer.records.filter((record) => record.codOper === codOper) : [];
  if (found.some(({ openClaim }) => openClaim)) return { kind: 'open-claim' };
  const charges = found.filter((each) => recordKindOf(each) === 'charge');
  // Of records that contradict each other the one that leaves the least counts.
  const elsewhere = Math.max(
    0,
    ...charges.map((record) =>
      record.status === 4 ? chargedAmount(charge) : refundedElsewhere(record, charge.refunds),
    ),
  );
  const left = Math.max(0, leftToRefund(charge) - elsewhere);
  if (elsewhere === 0 || amount <= left) return null;
  return { kind: 'over-refund', left, elsewhere, currencySign: charge.currencySign };
}
