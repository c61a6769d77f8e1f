/** The next step of a cashier at an unconfirmed payment: reference, time, amount and last four for a supervisor, read out or copied. */
import { Group } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { Ref } from 'react';
import type { Attempt } from '#shared/payments/attempt.ts';
import { operationFacts } from '#shared/payments/operations.ts';
import { useActions } from '#renderer/ui/actions.tsx';
import { CardEnd } from '#renderer/ui/texts/card-mark.tsx';
import { useCopy } from '#renderer/ui/texts/code-text.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { cardWords } from '#shared/words/card-words.ts';
import { shortReference } from '#renderer/words/unconfirmed/age.ts';
import { KeyButton } from '#renderer/ui/shortcuts.tsx';
import parts from '#renderer/ui/parts.module.css';
import classes from './resolve.module.css';

/** Key of the next step at a result. */
const copyKeys = 'F3';

export function ReadOut({
  attempt,
  button,
}: {
  readonly attempt: Attempt;
  /** The button, in a dialog, whose own Enter key presses it. */
  readonly button?: Ref<HTMLButtonElement>;
}) {
  const { t } = useText();
  const { money, moment } = useFormats();
  const isReversal = operationFacts(attempt.operation).draft === 'reversal';
  const facts = [moment(attempt.startedAt), money(attempt.amount, attempt.currencySign), cardWords(t, attempt.card)];
  const { state, copy } = useCopy([shortReference(attempt.id), ...facts].filter((fact) => fact !== '').join(' · '));
  useActions(t('unconfirmed:title'), [
    { name: t('unconfirmed:readOut.copy'), keys: copyKeys, run: button === undefined ? copy : undefined },
  ]);
  return (
    <section className={classes.readOut} aria-labelledby={`read-out-${attempt.id}`}>
      <h3 className={parts.strong} id={`read-out-${attempt.id}`}>
        {t('unconfirmed:readOut.title')}
      </h3>
      <dl className={parts.figures}>
        <div>
          <dt>{t('label.reference')}</dt>
          <dd className={classes.reference}>{shortReference(attempt.id)}</dd>
        </div>
        <div>
          <dt>{t('label.time')}</dt>
          <dd>{moment(attempt.startedAt)}</dd>
        </div>
        <div>
          <dt>{t('label.amount')}</dt>
          <dd>{money(attempt.amount, attempt.currencySign)}</dd>
        </div>
        {attempt.card !== null && (
          <div>
            <dt>{t('label.card')}</dt>
            <dd>
              <CardEnd card={attempt.card} />
            </dd>
          </div>
        )}
      </dl>
      {/* Beside a result its own words say so. */}
      {button !== undefined && <p>{t(isReversal ? 'unconfirmed:readOut.nextReversal' : 'unconfirmed:readOut.next')}</p>}
      <Group gap={8}>
        <KeyButton
          variant="filled"
          ref={button}
          leftSection={state === 'copied' ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
          keys={button === undefined ? copyKeys : 'Enter'}
          onClick={copy}
        >
          {t('unconfirmed:readOut.copy')}
        </KeyButton>
        <span role="status">{state !== 'idle' && t(state === 'copied' ? 'action.copied' : 'action.copyFailed')}</span>
      </Group>
    </section>
  );
}
