/** Sets the limits of one role: the largest payment, and the sum of a day, without a supervisor. */
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { textLimits } from '#shared/text-limits.ts';
import { decimalText, parseAmount, type MinorUnits } from '#shared/payments/money.ts';
import type { AmountLimit, LimitedRole, OperatorsView } from '#shared/seat/operators.ts';
import { useAction } from '#renderer/session/api.ts';
import { Saved } from '#renderer/features/settings/saved.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import classes from '#renderer/features/settings/settings.module.css';

const shown = (limit: MinorUnits | null): string => (limit === null ? '' : decimalText(limit));

/** Returns null for an empty text, which is no limit, and undefined for one that is no amount. */
function read(text: string): MinorUnits | null | undefined {
  if (text.trim() === '') return null;
  const parsed = parseAmount(text);
  return parsed.ok ? parsed.value : undefined;
}

export function LimitsForm({
  role,
  limit,
  onSaved,
}: {
  readonly role: LimitedRole;
  readonly limit: AmountLimit;
  readonly onSaved: (view: OperatorsView) => void;
}) {
  const { t } = useText();
  const save = useAction('operators', 'setLimits');
  const [texts, setTexts] = useState({ payment: shown(limit.payment), day: shown(limit.day) });
  const [tried, setTried] = useState(false);
  const payment = read(texts.payment);
  const day = read(texts.day);
  const issue = (value: MinorUnits | null | undefined): string | undefined =>
    tried && value === undefined ? t('settings:issues.amount') : undefined;
  return (
    <form
      aria-label={t('settings:operators.limits.of', { role: t(`role.${role}`) })}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (payment !== undefined && day !== undefined) save.mutate({ role, payment, day }, { onSuccess: onSaved });
      }}
    >
      <p>{t(`role.${role}`)}</p>
      <div className={classes.row}>
        {(['payment', 'day'] as const).map((name) => (
          <TextInput
            key={name}
            w={200}
            label={t(`settings:operators.limits.${name}`)}
            placeholder={t('settings:operators.limits.none')}
            inputMode="decimal"
            maxLength={textLimits.keyedNumber}
            autoComplete="off"
            value={texts[name]}
            error={issue(name === 'payment' ? payment : day)}
            onChange={(event) => setTexts({ ...texts, [name]: event.currentTarget.value })}
          />
        ))}
        <Button
          className={classes.besideField}
          type="submit"
          variant="default"
          aria-label={t('settings:operators.limits.save', { role: t(`role.${role}`) })}
          disabled={payment === limit.payment && day === limit.day}
          loading={save.isPending}
        >
          {t('settings:save')}
        </Button>
        {save.isSuccess && <Saved announced />}
      </div>
      {save.error !== null && <FailureNotice failure={save.error.failure} />}
    </form>
  );
}
