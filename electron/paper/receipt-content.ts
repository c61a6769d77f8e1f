/** Content of a receipt, the same on paper and in a mail. */
import { chargedBy, chargeIn, timeIsUp, type ShownAttempt } from '#shared/ledger/listed-attempt.ts';
import { accountOf, netAmountOf, type Account } from '#shared/ledger/account.ts';
import { amountDoubtWords, amountTitle } from '#shared/words/amount-words.ts';
import { customerName, effectiveState, type Attempt } from '#shared/payments/attempt.ts';
import { heldAmount } from '#shared/ledger/holds.ts';
import type { MinorUnits } from '#shared/payments/money.ts';
import { operationFacts } from '#shared/payments/operations.ts';
import { receiptStageOf, type ReceiptStage } from '#shared/paper/receipt-stage.ts';
import { programName } from '#shared/seat/operators.ts';
import type { ReceiptMerchant } from './page.ts';
import { maskedCard, type PaperWords } from './paper-words.ts';

export interface ReceiptRow {
  readonly label: string;
  readonly value: string;
}

export interface ReceiptContent {
  readonly title: string;
  /** The amount; the requested one, with its label above it, where the service did not confirm it. */
  readonly amount: string;
  readonly amountLabel: string | null;
  /** Effect on the money, in one sentence. */
  readonly told: string;
  readonly notes: readonly string[];
  readonly rows: readonly ReceiptRow[];
}

/** True for a payment of a seat without operators, which charges no real card. */
const isOwnName = ({ environment, operatorName }: Attempt): boolean =>
  environment !== 'production' && operatorName === programName;

/**
 * Returns null for a payment without a receipt.
 * @param now epoch milliseconds, at which a hold counts as run out or not
 */
export function receiptContent(
  words: PaperWords,
  shown: ShownAttempt,
  { taxed }: Pick<ReceiptMerchant, 'taxed'>,
  now: number,
): ReceiptContent | null {
  const stage = receiptStageOf(shown, timeIsUp(shown.payment, now));
  if (stage === null) return null;
  const { t, money, moment, date, clock } = words;
  const charge = chargeOf(shown);
  const hold = shown.holdId === null ? null : (shown.timeline.find(({ id }) => id === shown.holdId) ?? null);
  const of: Attempt = charge ?? shown;
  const account = accountOf(shown, timeIsUp(shown.payment, now));
  const { amount, amountDoubt } = account;
  const inMoney = (value: MinorUnits): string => money(value, shown.currencySign);
  const heldSince = stage !== 'captured' ? null : charge === null ? hold : shown;
  const authorization = heldSince === null ? null : printedReference(heldSince);
  const returned = confirmedRefunds(shown);
  const customer = customerName(shown);
  const rows: readonly (ReceiptRow | null)[] = [
    { label: t('paper:receipt.date'), value: date(of.startedAt) },
    { label: t('common:label.time'), value: clock(of.startedAt) },
    { label: t('common:label.card'), value: maskedCard(words, shown.card ?? hold?.card ?? null) },
    amountDoubt === null ? taxRow(words, shown, hold, amount, taxed) : null,
    row(t('common:label.concept'), shown.concept ?? hold?.concept),
    row(t('common:label.customer'), customer),
    row(t('paper:receipt.email'), shown.email),
    row(t('common:reference.codOper'), printedReference(of)),
    row(t('paper:receipt.authorization'), authorization),
    row(t('paper:receipt.statement'), of.statementDescriptor ?? hold?.statementDescriptor),
    // A seat without operators trains, and nobody attended.
    row(t('paper:receipt.operator'), isOwnName(of) ? null : of.operatorName),
  ];
  return {
    title: t(`paper:receipt.title.${stage}`),
    amount: inMoney(amount),
    amountLabel: amountDoubt === null ? null : t('paper:receipt.asked'),
    told: amountTitle(t, account) ?? t(`paper:receipt.told.${stage}`),
    notes: [
      ...(amountDoubt === null ? [] : [amountDoubtWords(t, amountDoubt)]),
      ...stageNotes(words, shown, account, stage, heldSince),
      ...(returned > 0 ? [t('paper:receipt.givenBack', { amount: inMoney(returned) })] : []),
      ...resolutionNotes(words, of, moment),
    ],
    rows: rows.filter((each) => each !== null),
  };
}

/** Returns the attempt that charged what this authorization held; null where the attempt stands for itself. */
function chargeOf(shown: ShownAttempt): Attempt | null {
  const charge = chargedBy(shown);
  return shown.timeline.find(({ id }) => id === charge?.id) ?? null;
}

/** Adds up the refunds of the payment's charge whose amount the service confirmed. */
function confirmedRefunds(shown: ShownAttempt): MinorUnits {
  const charge = chargeIn(shown);
  const refunds = shown.timeline.filter(({ chargeId }) => chargeId !== null && chargeId === charge);
  return refunds.reduce((sum, refund) => sum - (netAmountOf(refund) ?? 0), 0);
}

/** The token by which a hold is captured is no reference for customers. */
const printedReference = ({ references, resolution }: Pick<Attempt, 'references' | 'resolution'>): string =>
  references.codOper ?? references.idtx ?? resolution?.reference ?? '';

const row = (label: string, value: string | null | undefined): ReceiptRow | null =>
  value == null || value === '' ? null : { label, value };

/**
 * The tax was keyed with the payment. It is that of the receipt's amount only where this is the same. A merchant with rates
 * shows that it charged none.
 */
function taxRow(
  { t, money }: PaperWords,
  shown: Attempt,
  hold: Attempt | null,
  amount: MinorUnits,
  taxed: boolean,
): ReceiptRow | null {
  const of = [shown, hold].find((each) => each?.taxAmount != null && each.amount === amount);
  return of?.taxAmount == null || (of.taxAmount === 0 && !taxed)
    ? null
    : { label: t('reports:tax.amount'), value: money(of.taxAmount, shown.currencySign) };
}

function stageNotes(
  { t, money, date, moment }: PaperWords,
  { payment, currencySign, operation, chargeId, timeline }: ShownAttempt,
  { amount, amountDoubt }: Account,
  stage: ReceiptStage,
  heldSince: Attempt | null,
): readonly string[] {
  switch (stage) {
    case 'charged':
      return [];
    case 'refunded': {
      const charge = timeline.find(({ id }) => id === chargeId);
      return charge === undefined ? [] : [t('paper:receipt.refundOf', { date: date(charge.startedAt) })];
    }
    case 'captured': {
      if (heldSince === null) return [];
      const note = t('paper:receipt.capturedHold', { date: date(heldSince.startedAt) });
      const held = heldAmount(heldSince);
      const opensHold = operationFacts(operation).opens === 'hold';
      const part = opensHold && amountDoubt === null && amount < held;
      return part ? [note, t('paper:receipt.part', { held: money(held, currencySign) })] : [note];
    }
    case 'held':
      return payment === null
        ? []
        : [
            t(payment.expiryIsEstimate ? 'paper:receipt.untilEstimate' : 'paper:receipt.until', {
              when: moment(payment.expiresAt),
            }),
          ];
    case 'expired':
    case 'voided':
      return [t('paper:receipt.nothingReserved')];
  }
}

/** An approval that a person looked up says so, with its reference. */
function resolutionNotes(
  { t }: PaperWords,
  { resolution, ...attempt }: Attempt,
  moment: PaperWords['moment'],
): readonly string[] {
  if (resolution === null || effectiveState({ ...attempt, resolution }) !== 'approved') return [];
  return [t('paper:receipt.resolved', { operator: resolution.operatorName, when: moment(resolution.at) })];
}
