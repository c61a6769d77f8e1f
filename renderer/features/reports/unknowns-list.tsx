/** Unanswered payments of the day, each with a link to its record. */
import { Button } from '@mantine/core';
import type { Attempt } from '#shared/payments/attempt.ts';
import { Amount } from '#renderer/ui/texts/amount.tsx';
import { Moment } from '#renderer/ui/texts/moment.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { useNavigation } from '#renderer/session/navigation.tsx';
import { cardWords } from '#renderer/words/outcome-words.ts';
import { OutcomeBadge } from '#renderer/ui/outcome/outcome-badge.tsx';
import classes from './reports.module.css';

export function UnknownsList({ unknowns }: { readonly unknowns: readonly Attempt[] }) {
  const { t } = useText();
  const { go } = useNavigation();
  return (
    <section className={classes.unknowns} aria-labelledby="unknowns">
      <h2 className={classes.heading} id="unknowns">
        {t('reports:unknowns')}
      </h2>
      <p className={classes.soft}>{t('reports:unknownsText')}</p>
      <ul>
        {unknowns.map((attempt) => (
          <li key={attempt.id}>
            <Moment at={attempt.startedAt} show="time" />
            <span>{t(`operation.${attempt.operation}`)}</span>
            <span>{cardWords(t, attempt.card)}</span>
            <span className={classes.name}>
              {attempt.firstName} {attempt.lastName}
            </span>
            <OutcomeBadge attempt={attempt} />
            <Amount value={attempt.amount} currencySign={attempt.currencySign} />
            <Button
              className={classes.notPrinted}
              variant="default"
              size="compact-md"
              onClick={() => go('history', attempt.id)}
            >
              {t('banner.unknownSee')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
