/** Payments of the days without an answer, each with a way to its record. */
import { Button } from '@mantine/core';
import type { ListedPayment } from '#shared/reports/figures.ts';
import { useNavigation } from '#renderer/session/navigation.tsx';
import { Amount } from '#renderer/ui/texts/amount.tsx';
import { Moment } from '#renderer/ui/texts/moment.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { cardWords } from '#renderer/words/card-words.ts';
import classes from './reports.module.css';

export function UnconfirmedOfDay({
  payments,
  total,
}: {
  readonly payments: readonly ListedPayment[];
  /** Number of all of them, listed or not. */
  readonly total: number;
}) {
  const { t } = useText();
  const { go } = useNavigation();
  if (payments.length === 0) return null;
  return (
    <section aria-labelledby="unconfirmed">
      <h2 className={classes.heading} id="unconfirmed">
        {t('reports:unconfirmed')}
      </h2>
      <p className={classes.soft}>{t('reports:unconfirmedText')}</p>
      <ul className={classes.list}>
        {payments.map(({ brand, lastFour, ...payment }) => (
          <li key={payment.id}>
            <Moment at={payment.startedAt} />
            <span className={classes.what}>
              <span>
                {[
                  t(`operation.${payment.operation}`),
                  cardWords(t, brand === null || lastFour === null ? null : { brand, lastFour }),
                  payment.customer ?? '',
                ]
                  .filter((text) => text !== '')
                  .join(' · ')}
              </span>
              <span className={classes.note}>{t('reports:by', { operator: payment.operatorName })}</span>
            </span>
            <Amount value={payment.amount} currencySign={payment.currencySign} />
            <Button variant="default" size="compact-md" onClick={() => go('history', payment.id)}>
              {t('banner.unknownSee')}
            </Button>
          </li>
        ))}
      </ul>
      {total > payments.length && (
        <p className={classes.soft}>{t('reports:unconfirmedMore', { count: total - payments.length })}</p>
      )}
    </section>
  );
}
