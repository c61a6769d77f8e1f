/** Adds an operator with a first passcode, which they replace at their first sign-in. */
import { holdsCardNumber } from '#shared/payments/texts/card-numbers.ts';
import { textLimits } from '#shared/text-limits.ts';
import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { operatorNameSchema, passcodeLimits, type OperatorsView } from '#shared/seat/operators.ts';
import type { Role } from '#shared/seat/role.ts';
import { useAction } from '#renderer/session/api.ts';
import { useText } from '#renderer/words/i18n.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { useFirstFocus } from '#renderer/ui/use-first-focus.ts';
import { passcodeIssue } from '#renderer/ui/passcode/new-passcode-fields.tsx';
import { RoleField } from './role-field.tsx';
import classes from '#renderer/features/settings/settings.module.css';
import parts from '#renderer/ui/parts.module.css';

export function AddOperatorForm({ onAdded }: { readonly onAdded: (view: OperatorsView) => void }) {
  const { t } = useText();
  const [adding, setAdding] = useState(false);
  if (adding) {
    return (
      <Fields
        onAdded={(view) => {
          setAdding(false);
          onAdded(view);
        }}
        onClose={() => setAdding(false)}
      />
    );
  }
  return (
    <div className={classes.row}>
      <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
        {t('settings:operators.add')}
      </Button>
    </div>
  );
}

function Fields({
  onAdded,
  onClose,
}: {
  readonly onAdded: (view: OperatorsView) => void;
  readonly onClose: () => void;
}) {
  const { t } = useText();
  const add = useAction('operators', 'add');
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('cashier');
  const [passcode, setPasscode] = useState('');
  const [tried, setTried] = useState(false);
  const first = useFirstFocus();
  const noName = !operatorNameSchema.safeParse(name).success;
  const nameIssue = t(holdsCardNumber(name) ? 'settings:issues.cardNumberHere' : 'settings:issues.required');
  const issue = passcodeIssue(t, passcode);
  const taken = add.error?.failure.kind === 'name-taken';
  return (
    <form
      className={parts.part}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (noName || issue !== null) return;
        add.mutate({ name, role, passcode }, { onSuccess: onAdded });
        setPasscode('');
        setTried(false);
      }}
    >
      <h2 className={parts.strong}>{t('settings:operators.add')}</h2>
      <div className={parts.fields}>
        <TextInput
          label={t('settings:operators.name')}
          description={t('settings:operators.nameHint')}
          value={name}
          maxLength={textLimits.operatorName}
          ref={first}
          autoComplete="off"
          error={taken ? t('settings:operators.taken') : tried && noName ? nameIssue : undefined}
          onChange={(event) => {
            setName(event.currentTarget.value);
            if (taken) add.reset();
          }}
        />
        <TextInput
          type="password"
          label={t('settings:operators.addPasscode')}
          description={t('settings:operators.addPasscodeHint')}
          value={passcode}
          maxLength={passcodeLimits.max}
          autoComplete="off"
          error={tried && issue !== null ? issue : undefined}
          onChange={(event) => setPasscode(event.currentTarget.value)}
        />
      </div>
      <RoleField value={role} onChange={setRole} />
      {add.error !== null && !taken && <FailureNotice failure={add.error.failure} />}
      <div className={classes.row}>
        <Button type="submit" loading={add.isPending}>
          {t('settings:operators.add')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('settings:operators.cancel')}
        </Button>
      </div>
    </form>
  );
}
