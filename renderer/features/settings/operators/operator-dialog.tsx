/** Edits one operator: the role, the right to sign in, and a new passcode for a forgotten one. */
import { operators } from '#shared/contract/groups/operators.ts';
import { newPasscodeSchema, type Operator, type OperatorsView } from '#shared/seat/operators.ts';
import { type Role, roles } from '#shared/role.ts';
import { useAction } from '#renderer/session/api.ts';
import { useSession } from '#renderer/session/session.tsx';
import { useText, type Translate } from '#renderer/words/i18n.ts';
import { Dialog, leaveUnless } from '#renderer/ui/dialog.tsx';
import { Saved, SettingForm } from '#renderer/form/setting-form.tsx';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { takeFocus } from '#renderer/ui/dialog-keys.ts';
import { Part } from '#renderer/ui/parts.tsx';
import { KeyButton } from '#renderer/ui/shortcuts.tsx';
import classes from '#renderer/features/settings/settings.module.css';

const { shape } = operators.calls.change.input;
const editSchema = operators.calls.change.input
  .pick({ role: true })
  .extend({ inactive: shape.active, passcode: newPasscodeSchema.nullable() });

export function OperatorDialog({
  operator,
  onSaved,
  onClose,
}: {
  readonly operator: Operator;
  readonly onSaved: (view: OperatorsView) => void;
  readonly onClose: () => void;
}) {
  const { t } = useText();
  const { operator: me } = useSession();
  const change = useAction('operators', 'change');
  const reset = useAction('operators', 'resetPasscode');
  const { id, name, role, active } = operator;
  const isPending = change.isPending || reset.isPending;
  const leave = leaveUnless(isPending, onClose);
  const save = (edit: { readonly role: Role; readonly inactive: boolean; readonly passcode: string | null }): void => {
    change.reset();
    reset.reset();
    const onSuccess = (view: OperatorsView): void => {
      onSaved(view);
      onClose();
    };
    const { passcode } = edit;
    const isAsBefore = edit.role === role && edit.inactive === !active;
    if (isAsBefore && passcode === null) onClose();
    else if (isAsBefore && passcode !== null) reset.mutate({ id, passcode }, { onSuccess });
    else {
      const own = { id, role: edit.role, active: !edit.inactive };
      change.mutate(passcode === null ? own : { ...own, passcode }, { onSuccess });
    }
  };
  return (
    <Dialog onClose={leave} title={t('settings:operators.edit', { name })}>
      <SettingForm
        layout="dialog"
        schema={editSchema}
        rows={[
          { name: 'role', label: t('settings:operators.role'), options: roleOptions(t) },
          { name: 'inactive', label: t('settings:operators.deactivate') },
          // Operators change their own passcode with the present one, not here.
          ...(me?.name === name
            ? []
            : [
                {
                  name: 'passcode',
                  as: 'passcode',
                  label: t('settings:operators.reset'),
                  hint: t('settings:operators.resetHint'),
                } as const,
              ]),
        ]}
        start={{ role, inactive: !active, passcode: null }}
        action={{
          mutate: save,
          isPending,
          isSuccess: false,
          error: change.error ?? reset.error,
          reset: change.reset,
        }}
        submit={t('settings:save')}
        onCancel={leave}
      />
    </Dialog>
  );
}

const roleOptions = (t: Translate) =>
  roles.map((value) => ({ value, label: t(`role.${value}`), description: t(`settings:operators.roles.${value}`) }));

/** Adds an operator with a first passcode, which they replace at their first sign-in. */
export function AddOperatorForm({ onAdded }: { readonly onAdded: (view: OperatorsView) => void }) {
  const { t } = useText();
  const add = useAction('operators', 'add');
  const [step, setStep] = useState<'before' | 'adding' | 'added' | 'cancelled'>('before');
  if (step !== 'adding') {
    return (
      <div className={classes.row}>
        <KeyButton ref={step === 'before' ? null : takeFocus} icon={IconPlus} onClick={() => setStep('adding')}>
          {t('settings:operators.add')}
        </KeyButton>
        {step === 'added' && <Saved />}
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
          setStep('added');
          onAdded(view);
        }}
        onCancel={() => setStep('cancelled')}
      />
    </Part>
  );
}
