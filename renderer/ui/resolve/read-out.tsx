/** What a cashier reads out to a supervisor about an unconfirmed payment: reference, time, amount, last four. */
import type { Attempt } from '#shared/payments/attempt.ts';
import { CardMark } from '#renderer/ui/texts/card-mark.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { shortReference } from '#renderer/words/unconfirmed/short-reference.ts';
import classes from './resolve.module.css';

export function ReadOut({ attempt }: { readonly attempt: Attempt }) {
  const { t } = useText();
  const { money, moment } = useFormats();
  return (
    <section className={classes.readOut} aria-labelledby={`read-out-${attempt.id}`}>
      <h3 id={`read-out-${attempt.id}`}>{t('unconfirmed:readOut.title')}</h3>
      <dl>
        <div>
          <dt>{t('unconfirmed:readOut.reference')}</dt>
          <dd className={classes.reference}>{shortReference(attempt.id)}</dd>
        </div>
        <div>
          <dt>{t('unconfirmed:readOut.time')}</dt>
          <dd>{moment(attempt.startedAt)}</dd>
        </div>
        <div>
          <dt>{t('unconfirmed:readOut.amount')}</dt>
          <dd>{money(attempt.amount, attempt.currencySign)}</dd>
        </div>
        {attempt.card !== null && (
          <div>
            <dt>{t('unconfirmed:readOut.card')}</dt>
            <dd className={classes.card}>
              <CardMark brand={attempt.card.brand} /> {attempt.card.lastFour}
            </dd>
          </div>
        )}
      </dl>
      <p>{t('unconfirmed:readOut.next')}</p>
    </section>
  );
}
