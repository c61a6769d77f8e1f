/** Unconfirmed payments as a list of options: amount, customer and age first, the rest small below. */
import { Group } from '@mantine/core';
import { useEffect } from 'react';
import { customerName, type Attempt } from '#shared/payments/attempt.ts';
import { useNow } from '#renderer/ui/clock.ts';
import { Amount } from '#renderer/ui/texts/values.tsx';
import { ageWords, shortReference } from '#renderer/words/unconfirmed/age.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { cardWords } from '#shared/words/card-words.ts';
import parts from '#renderer/ui/parts.module.css';
import classes from './unconfirmed.module.css';

/** Id of the list, which takes the focus after a payment was resolved. */
export const unconfirmedListId = 'unconfirmed-list';

const optionId = (id: string): string => `unconfirmed-${id}`;

export function UnconfirmedList({
  attempts,
  activeId,
  onActive,
  onOpen,
}: {
  readonly attempts: readonly Attempt[];
  readonly activeId: string;
  readonly onActive: (id: string) => void;
  readonly onOpen: () => void;
}) {
  const { t } = useText();
  const { moment } = useFormats();
  const now = useNow();
  useEffect(() => {
    // In braces, because newer engines answer with a promise, which an effect must not return.
    document.getElementById(optionId(activeId))?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return (
    <div
      id={unconfirmedListId}
      className={classes.list}
      role="listbox"
      tabIndex={0}
      data-autofocus
      aria-label={t('unconfirmed:list')}
      aria-activedescendant={optionId(activeId)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        onOpen();
      }}
    >
      {attempts.map((attempt) => (
        <div
          key={attempt.id}
          id={optionId(attempt.id)}
          role="option"
          aria-selected={attempt.id === activeId}
          tabIndex={-1}
          className={classes.option}
          onFocus={() => onActive(attempt.id)}
        >
          <Group component="span" className={parts.strong} align="baseline" gap="0 12px">
            <Amount value={attempt.amount} currencySign={attempt.currencySign} />
            <span className={classes.customer}>{customerName(attempt)}</span>
            <span className={classes.age}>{t('unconfirmed:age', { age: ageWords(t, attempt.startedAt, now) })}</span>
          </Group>
          <span className={parts.note}>
            {[
              t(`operation.${attempt.operation}`),
              cardWords(t, attempt.card),
              moment(attempt.startedAt),
              t('unconfirmed:by', { operator: attempt.operatorName }),
            ].join(' · ')}
            {' · '}
            <span className={parts.whole}>{shortReference(attempt.id)}</span>
            {attempt.contradiction !== null && ` · ${t('unconfirmed:contradicted')}`}
          </span>
        </div>
      ))}
    </div>
  );
}
