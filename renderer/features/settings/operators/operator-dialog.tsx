/** Edits one operator: the role, the right to sign in, and a new passcode for a forgotten one. */
import { operators } from '#shared/contract/groups/operators.ts';
import { newPasscodeSchema, type Operator, type OperatorsView } from '#shared/seat/operators.ts';
import type { Role } from '#shared/role.ts';
import { useAction } from '#renderer/session/api.ts';
import { useSession } from '#renderer/session/session.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { SettingForm } from '#renderer/form/setting-form.tsx';
import { roleOptions } from './role-options.ts';
import parts from '#renderer/ui/parts.module.css';

const { shape } = operators.calls.change.input;
const editSchema = operators.calls.change.input
  .pick({ role: true })
  .extend({ inactive: shape.active, passcode: newPasscodeSchema.nullable() });

interface Edit {
  readonly role: Role;
  readonly inactive: boolean;
  readonly passcode: string | null;
}

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
  const save = (edit: Edit): void => {
    change.reset();
    reset.reset();
    const resetPasscode = (): void => {
      if (edit.passcode === null) onClose();
      else reset.mutate({ id, passcode: edit.passcode }, { onSuccess: done });
    };
    const done = (view: OperatorsView): void => {
      onSaved(view);
      onClose();
    };
    // Reset last, because a refused change leaves the passcode as it was.
    if (edit.role === role && edit.inactive === !active) resetPasscode();
    else {
      change.mutate(
        { id, role: edit.role, active: !edit.inactive },
        {
          onSuccess: (view) => {
            onSaved(view);
            resetPasscode();
          },
        },
      );
    }
  };
  return (
    <Dialog
      onClose={onClose}
      title={<strong className={parts.strong}>{t('settings:operators.edit', { name })}</strong>}
    >
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
        onCancel={onClose}
      />
    </Dialog>
  );
}
