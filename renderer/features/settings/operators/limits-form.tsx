/** Sets the limits of one role: the largest payment, and the sum of a day, without a supervisor. */
import { operators } from '#shared/contract/groups/operators.ts';
import type { AmountLimit, LimitedRole, OperatorsView } from '#shared/seat/operators.ts';
import { useAction } from '#renderer/session/api.ts';
import { useText } from '#renderer/words/i18n.ts';
import { SettingForm } from '#renderer/form/setting-form.tsx';

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
  const named = { role: t(`role.${role}`) };
  return (
    <div>
      <p>{named.role}</p>
      <SettingForm
        layout="line"
        name={{ form: t('settings:operators.limits.of', named), submit: t('settings:operators.limits.save', named) }}
        schema={operators.calls.setLimits.input}
        rows={(role === 'cashier' ? (['payment', 'day'] as const) : (['payment', 'day', 'reversal'] as const)).map(
          (name) => ({
            name,
            as: 'amount',
            label: t(`settings:operators.limits.${name}`),
            placeholder: t(name === 'reversal' ? 'settings:operators.limits.always' : 'settings:operators.limits.none'),
          }),
        )}
        start={{ role, ...limit }}
        action={save}
        submit={t('settings:save')}
        onDone={onSaved}
      />
    </div>
  );
}
