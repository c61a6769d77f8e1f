/** One hold in short: amount, time left, customer. */
import { IconAlertTriangleFilled } from '@tabler/icons-react';
import { accountOf } from '#shared/ledger/account.ts';
import { stillWaits } from '#shared/payments/hold-state.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { heldAmount, type Hold } from '#shared/ledger/holds.ts';
import { Amount } from '#renderer/ui/texts/amount.tsx';
import { Moment } from '#renderer/ui/texts/moment.tsx';
import { amountReasons } from '#shared/words/amount-words.ts';
import { cardWords } from '#shared/words/card-words.ts';
import { customerName } from '#shared/words/customer-name.ts';
import { HoldStateMark } from '#renderer/features/holds/queue/hold-state.tsx';
import { TimeLeft } from '#renderer/features/holds/queue/time-left.tsx';
import classes from '#renderer/features/holds/holds.module.css';

export function HoldFacts({
  hold,
  brief = false,
}: {
  readonly hold: Hold;
  /** Shows only what decides about the capture, because a form follows. */
  readonly brief?: boolean;
}) {
  const { t } = useText();
  const formats = useFormats();
  const { authorization } = hold;
  const { amountDoubt } = accountOf(authorization, false);
  return (
    <div className={classes.facts}>
      <Amount value={heldAmount(authorization)} currencySign={authorization.currencySign} size="hero" />
      {amountDoubt !== null && (
        <p className={classes.callout} data-grave="true">
          <IconAlertTriangleFilled size={18} aria-hidden />
          {amountReasons(t, formats, authorization).join(' ')}
        </p>
      )}
      <p className={classes.strong}>{customerName(authorization)}</p>
      <p className={classes.soft}>
        {cardWords(t, authorization.card)}
        {' · '}
        {authorization.concept}
      </p>
      <dl className={classes.list}>
        {!brief && (
          <div>
            <dt>{t('holds:columns.state')}</dt>
            <dd>
              <HoldStateMark state={hold.state} />
            </dd>
          </div>
        )}
        <div>
          <dt>{t('holds:review.held')}</dt>
          <dd>
            <Moment at={authorization.startedAt} />
          </dd>
        </div>
        {stillWaits(hold.state) && (
          <>
            {!brief && (
              <div>
                <dt>{t(hold.expiryIsEstimate ? 'holds:review.expiresEstimate' : 'holds:review.expires')}</dt>
                <dd>
                  <Moment at={hold.expiresAt} />
                </dd>
              </div>
            )}
            <div>
              <dt>{t('holds:columns.timeLeft')}</dt>
              <dd>
                <TimeLeft hold={hold} />
              </dd>
            </div>
          </>
        )}
        {!brief && (
          <div>
            <dt>{t('holds:columns.operator')}</dt>
            <dd>{authorization.operatorName}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}
