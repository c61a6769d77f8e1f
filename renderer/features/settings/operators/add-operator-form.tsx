/** Adds an operator with a first passcode, which they replace at their first sign-in. */
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { operators } from '#shared/contract/groups/operators.ts';
import type { OperatorsView } from '#shared/seat/operators.ts';
import { useAction } from '#renderer/session/api.ts';
import { useText } from '#renderer/words/i18n.ts';
import { SettingForm } from '#renderer/form/setting-form.tsx';
import { Part } from '#renderer/ui/parts.tsx';
import { roleOptions } from './role-options.ts';
import { KeyButton } from '#renderer/ui/shortcuts.tsx';
import classes from '#renderer/features/settings/settings.module.css';

export function AddOperatorForm({ onAdded }: { readonly onAdded: (view: OperatorsView) => void }) {
  const { t } = useText();
  const add = useAction('operators', 'add');
  const [adding, setAdding] = useState(false);
  if (!adding) {
    return (
      <div className={classes.row}>
        <KeyButton variant="default" icon={IconPlus} onClick={() => setAdding(true)}>
          {t('settings:operators.add')}
        </KeyButton>
      </div>
    );
  }
  return (
    <Part title={t('settings:operators.add')}>
      <SettingForm
        focused
        schema={operators.calls.add.input}
        rows={[
          {
            name: 'name',
            label: t('settings:fields.name'),
            hint: t('settings:operators.nameHint'),
            refusals: { 'name-taken': t('settings:operators.taken') },
          },
          {
            name: 'passcode',
            as: 'passcode',
            label: t('settings:operators.addPasscode'),
            hint: t('settings:operators.addPasscodeHint'),
          },
          { name: 'role', label: t('settings:operators.role'), options: roleOptions(t) },
        ]}
        start={{ role: 'cashier' }}
        action={add}
        submit={t('settings:operators.add')}
        onDone={(view) => {
          setAdding(false);
          onAdded(view);
        }}
        onCancel={() => setAdding(false)}
      />
    </Part>
  );
}
