/** Sets the minutes without a key or pointer after which the seat locks. */
import { operators } from '#shared/contract/groups/operators.ts';
import type { OperatorsView } from '#shared/seat/operators.ts';
import { useAction } from '#renderer/session/api.ts';
import { useIsManaged } from '#renderer/session/policy.ts';
import { useText } from '#renderer/words/i18n.ts';
import { SettingForm } from '#renderer/form/setting-form.tsx';
import { ManagedNote } from '#renderer/features/settings/managed-note.tsx';
import parts from '#renderer/ui/parts.module.css';

export function IdleMinutesForm({
  minutes,
  onSaved,
}: {
  readonly minutes: number;
  readonly onSaved: (view: OperatorsView) => void;
}) {
  const { t } = useText();
  const save = useAction('operators', 'setIdleMinutes');
  return (
    <div className={parts.part}>
      <SettingForm
        layout="line"
        disabled={useIsManaged('idle-lock')}
        schema={operators.calls.setIdleMinutes.input}
        rows={[{ name: 'minutes', label: t('settings:operators.idle'), hint: t('settings:operators.idleHint') }]}
        start={{ minutes }}
        action={save}
        submit={t('settings:save')}
        onDone={onSaved}
      />
      <ManagedNote part="idle-lock" />
    </div>
  );
}
