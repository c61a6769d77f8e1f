/** The result of an attempt: the money in words, the next step, references, risk, and the service's own text. */
import { Group } from '@mantine/core';
import { useEffectEvent, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { receiptStageOf } from '#shared/paper/receipt-stage.ts';
import { accountOf } from '#shared/ledger/account.ts';
import { effectiveState, receiptOf, type Attempt } from '#shared/payments/attempt.ts';
import { Amount } from '#renderer/ui/texts/values.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { focusWhatCame } from '#renderer/ui/dialog-keys.ts';
import { cardWords } from '#shared/words/card-words.ts';
import { outcomeWords, type OutcomeContext } from '#shared/words/outcome-words.ts';
import { AnswerNotes } from './answer-notes.tsx';
import { OutcomeIcon } from './outcome-badge.tsx';
import parts from '#renderer/ui/parts.module.css';
import classes from './outcome-panel.module.css';
import type { PaymentWords } from '#renderer/words/payment-tones.ts';
import { nestedQuotation } from '#shared/words/quoted-words.ts';
import { ReceiptButton } from './receipt-button.tsx';
import { operationFacts } from '#shared/payments/operations.ts';
import { RiskWords } from './risk-gauge.tsx';
import { ChallengeLink, ReferenceFacts } from './service-facts.tsx';

/** A receipt to offer, and the words on its button. */
export interface OfferedReceipt {
  readonly attempt: Attempt;
  readonly label: string;
}

interface OutcomePanelProps {
  readonly attempt: Attempt;
  readonly context?: OutcomeContext;
  /** For a result that has just arrived: takes the focus, by which it is announced, and leaves out what stands beside it. */
  readonly announce?: boolean;
  /** Minor units, shown large. By default that of the attempt; null where it is not known. */
  readonly amount?: number | null;
  /** Words for an attempt that is not the latest of its payment. By default those of its outcome. */
  readonly words?: PaymentWords | undefined;
  /** By default the receipt of the attempt, when it has one. */
  readonly receipts?: readonly OfferedReceipt[];
  /** Key that prints the first receipt. */
  readonly receiptKeys?: string;
  /** Shows the dialog that prints the first receipt at once. */
  readonly printsReceipt?: boolean;
  /** The references are open from the start, because somebody has to note them. */
  readonly showsReferences?: boolean;
  /** Happened so far, below the words. */
  readonly course?: ReactNode;
  /** The next step: its buttons, and what a cashier reads out before them. */
  readonly actions?: ReactNode;
}

export function OutcomePanel(props: OutcomePanelProps) {
  const { attempt, context = {}, announce = false, amount = attempt.amount, words: given } = props;
  const { receipts, receiptKeys, printsReceipt = false, showsReferences = false, course, actions } = props;
  const { t } = useText();
  const formats = useFormats();
  const words = given ?? outcomeWords(t, formats, attempt, context);
  const offers = (receipts ?? [{ attempt, label: t('outcomes:receipt') }]).flatMap((offered) => {
    const link = receiptOf(offered.attempt);
    return link === null && receiptStageOf(offered.attempt, false) === null ? [] : [{ ...offered, link }];
  });
  // The amount stands large above it, and the card beside it.
  const paid = t('outcomes:charged.body', {
    amount: formats.money(attempt.amount, attempt.currencySign),
    card: cardWords(t, attempt.card),
  });
  const title = useRef<HTMLHeadingElement>(null);
  // Another screen, which is hidden now, may show the same payment.
  const toldId = useId();
  const focusTitle = useEffectEvent((_attemptId: string) => {
    if (announce) focusWhatCame(title.current);
  });
  useLayoutEffect(() => focusTitle(attempt.id), [attempt.id]);

  return (
    <section className={classes.panel} data-tone={words.tone} aria-label={words.title}>
      <div className={classes.parts} data-fresh={announce}>
        <div className={classes.told}>
          <div className={classes.words}>
            <OutcomeIcon state={words.tone} size={32} />
            <div>
              <h2
                className={classes.title}
                id={outcomeTitleId(attempt.id)}
                ref={title}
                tabIndex={-1}
                aria-describedby={announce ? toldId : undefined}
              >
                {words.title}
              </h2>
              <div id={toldId}>
                {amount !== null && <PaidAmount attempt={attempt} amount={amount} tone={words.tone} />}
                {words.reasons
                  .filter((reason) => !announce || reason !== paid)
                  .map((reason) => (
                    <p key={reason}>{reason}</p>
                  ))}
                {effectiveState(attempt) === 'approved' && attempt.statementDescriptor !== null && (
                  <p>{t('outcomes:statement', { text: nestedQuotation(attempt.statementDescriptor) })}</p>
                )}
                {words.next !== null && <p>{words.next}</p>}
              </div>
            </div>
          </div>
          {course}
          <AnswerNotes attempt={attempt} />
          {(actions !== undefined || offers.length > 0) && (
            <Group className={classes.actions} gap={8}>
              {actions}
              {offers.map((offered, index) => (
                <ReceiptButton
                  key={offered.attempt.id}
                  {...offered}
                  keys={index === 0 ? receiptKeys : undefined}
                  opened={index === 0 && printsReceipt}
                />
              ))}
            </Group>
          )}
        </div>
        <div className={classes.facing}>
          <ChallengeLink attempt={attempt} />
          <PayerRisk attempt={attempt} />
          <ReferenceFacts attempt={attempt} open={showsReferences} />
        </div>
      </div>
    </section>
  );
}

function PaidAmount({
  attempt,
  amount,
  tone,
}: {
  readonly attempt: Attempt;
  readonly amount: number;
  readonly tone: PaymentWords['tone'];
}) {
  const { t } = useText();
  return (
    <p className={classes.amount} data-moved={tone === 'approved' || tone === 'unknown'}>
      {accountOf(attempt, false).amountDoubt !== null && (
        <span className={parts.note}>{t('outcomes:difference.asked')} </span>
      )}
      <Amount value={amount} currencySign={attempt.currencySign} size="hero" />
    </p>
  );
}

/** The risk of who pays, which says nothing of money that goes back. */
const PayerRisk = ({ attempt: { risk, operation } }: { readonly attempt: Attempt }) =>
  risk !== null && operationFacts(operation).draft !== 'reversal' && <RiskWords risk={risk} />;

/** Id of the headline, which takes the focus when its panel's buttons are gone. */
export const outcomeTitleId = (attemptId: string): string => `outcome-${attemptId}`;
