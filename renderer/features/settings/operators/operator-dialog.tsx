/** Edits one operator: the role, the right to sign in, and a new passcode for a forgotten one. */
import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { passcodeLimits, type Operator, type OperatorsView } from '#shared/seat/operators.ts';
import { useAction } from '#renderer/session/api.ts';
import { useText } from '#renderer/words/i18n.ts';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { useSession } from '#renderer/session/session.tsx';
import { passcodeIssue } from '#renderer/ui/passcode/new-passcode-fields.tsx';
import { RoleField } from './role-field.tsx';
import parts from '#renderer/ui/parts.module.css';

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
  const [role, setRole] = useState(operator.role);
  const [active, setActive] = useState(operator.active);
  const [passcode, setPasscode] = useState('');
  const [tried, setTried] = useState(false);
  const issue = passcode === '' ? null : passcodeIssue(t, passcode);
  const failure = change.error?.failure ?? reset.error?.failure ?? null;
  const isSelf = me?.name === operator.name;

  /** Resets the passcode last, so that a refused change leaves the passcode keyed for the next try. */
  const resetPasscode = (): void => {
    if (passcode === '') {
      onClose();
      return;
    }
    reset.mutate(
      { id: operator.id, passcode },
      {
        onSuccess: (view) => {
          onSaved(view);
          onClose();
        },
      },
    );
    setPasscode('');
  };
  const save = (): void => {
    setTried(true);
    if (issue !== null) return;
    if (role === operator.role && active === operator.active) {
      resetPasscode();
      return;
    }
    change.mutate(
      { id: operator.id, role, active },
      {
        onSuccess: (view) => {
          onSaved(view);
          resetPasscode();
        },
      },
    );
  };

  return (
    <Dialog
      onClose={onClose}
      title={<strong className={parts.strong}>{t('settings:operators.edit', { name: operator.name })}</strong>}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Stack gap={16}>
          <RoleField value={role} onChange={setRole} />
          <Checkbox
            label={t('settings:operators.deactivate')}
            checked={!active}
            onChange={(event) => setActive(!event.currentTarget.checked)}
          />
          {/* Operators change their own passcode with the present one, not here. */}
          {!isSelf && (
            <TextInput
              type="password"
              label={t('settings:operators.reset')}
              description={t('settings:operators.resetHint')}
              value={passcode}
              maxLength={passcodeLimits.max}
              autoComplete="off"
              error={tried && issue !== null ? issue : undefined}
              onChange={(event) => setPasscode(event.currentTarget.value)}
            />
          )}
          {failure !== null && <FailureNotice failure={failure} />}
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={onClose}>
              {t('settings:operators.cancel')}
            </Button>
            <Button type="submit" loading={change.isPending || reset.isPending}>
              {t('settings:operators.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
