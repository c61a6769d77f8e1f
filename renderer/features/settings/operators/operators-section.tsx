/** The operators of this seat for a supervisor, and the own passcode for every operator. */
import { Box, Button, VisuallyHidden } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  limitedRoles,
  type Operator,
  type OperatorsView,
  triedPasscodeSchema,
  type AmountLimit,
  type LimitedRole,
} from '#shared/seat/operators.ts';
import { operators } from '#shared/contract/groups/operators.ts';
import { session } from '#shared/contract/groups/session.ts';
import { useCall, useAction } from '#renderer/session/api.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { useFocusHandedOn } from '#renderer/ui/dialog-keys.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { useMayAct, useSession, useIsManaged } from '#renderer/session/session.tsx';
import { SlowNote } from '#renderer/ui/texts/values.tsx';
import { SupervisorFields, newPasscodeRow } from '#renderer/form/supervisor-fields.tsx';
import { Part, TableHead } from '#renderer/ui/parts.tsx';
import { SettingForm } from '#renderer/form/setting-form.tsx';
import { ManagedNote } from '#renderer/features/settings/managed-note.tsx';
import { useFinding } from '#renderer/features/settings/use-finding.tsx';
import { AddOperatorForm, OperatorDialog } from './operator-dialog.tsx';
import common from '#renderer/features/settings/settings.module.css';
import parts from '#renderer/ui/parts.module.css';

export function OperatorsSection() {
  const { access } = useSession();
  const mayChange = useMayAct('supervisor');
  if (access.kind === 'open') return <WithoutOperators />;
  return (
    <div className={common.section}>
      {mayChange && <OperatorList />}
      <OwnPasscodeForm />
    </div>
  );
}

/** Shown until the first supervisor is created. */
function WithoutOperators() {
  const { t } = useText();
  const { operator } = useSession();
  const [creating, setCreating] = useState(false);
  useFocusHandedOn();
  return (
    <div className={common.section}>
      <p className={parts.text}>{t('settings:operators.open', { name: operator?.name ?? '' })}</p>
      {creating ? (
        <Box maw={384}>
          <SupervisorFields />
        </Box>
      ) : (
        <div className={common.row}>
          <Button variant="filled" onClick={() => setCreating(true)}>
            {t('settings:operators.openCreate')}
          </Button>
        </div>
      )}
    </div>
  );
}

function OperatorList() {
  const { t } = useText();
  const client = useQueryClient();
  const list = useCall('operators', 'list', undefined);
  const [editedId, setEditedId] = useState<string | null>(null);
  const [found, findField] = useFinding(list.data?.operators ?? [], ({ name }) => name);
  if (list.error !== null) return <FailureNotice failure={list.error.failure} act="reading" />;
  if (list.data === undefined) return <SlowNote of="loading" />;
  const { operators, idleMinutes, limits } = list.data;
  const showSaved = (view: OperatorsView): void => {
    client.setQueryData(['operators', 'list', undefined], view);
    void client.invalidateQueries({ queryKey: ['ledger', 'events'] });
  };
  const edited = operators.find(({ id }) => id === editedId);
  return (
    <>
      <p className={parts.text}>{t('settings:operators.intro')}</p>
      <AddOperatorForm onAdded={showSaved} />
      {findField}
      <div className={common.people}>
        <table className={parts.table} data-rows="buttons" aria-label={t('settings:sections.operators')}>
          <TableHead
            names={[
              t('settings:fields.name'),
              t('settings:operators.role'),
              t('label.state'),
              <VisuallyHidden key="edit">{t('settings:operators.editShort')}</VisuallyHidden>,
            ]}
          />
          <tbody>
            {found.map((operator) => (
              <Row key={operator.id} operator={operator} onEdit={() => setEditedId(operator.id)} />
            ))}
          </tbody>
        </table>
      </div>
      <IdleMinutesForm minutes={idleMinutes} onSaved={showSaved} />
      <Part title={t('settings:operators.limits.title')} note={t('settings:operators.limits.text')}>
        {limitedRoles.map((role) => (
          <LimitsForm key={role} role={role} limit={limits[role]} onSaved={showSaved} />
        ))}
      </Part>
      {edited !== undefined && (
        <OperatorDialog key={edited.id} operator={edited} onSaved={showSaved} onClose={() => setEditedId(null)} />
      )}
    </>
  );
}

function Row({ operator, onEdit }: { readonly operator: Operator; readonly onEdit: () => void }) {
  const { t } = useText();
  const formats = useFormats();
  const { operator: me } = useSession();
  const { name, role, active, mustChange, lockedUntil } = operator;
  const states = [
    t(active ? 'settings:operators.active' : 'settings:operators.inactive'),
    ...(active && lockedUntil !== null ? [t('settings:operators.waits', { time: formats.clock(lockedUntil) })] : []),
    ...(active && mustChange ? [t('settings:operators.mustChange')] : []),
  ];
  return (
    <tr>
      <th scope="row">
        {name}
        {me?.name === name && <span className={parts.note}> · {t('settings:operators.you')}</span>}
      </th>
      <td className={parts.whole}>{t(`role.${role}`)}</td>
      <td>{states.join(' · ')}</td>
      <td data-end>
        <Button size="compact-md" aria-label={t('settings:operators.edit', { name })} onClick={onEdit}>
          {t('settings:operators.editShort')}
        </Button>
      </td>
    </tr>
  );
}

function IdleMinutesForm({
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

/** Changes the operator's own passcode. Asks for the present one. */
const schema = session.calls.changePasscode.input.extend({ current: triedPasscodeSchema });

function OwnPasscodeForm() {
  const { t } = useText();
  const { operator } = useSession();
  const change = useAction('session', 'changePasscode');
  return (
    <Part title={t('settings:operators.own')}>
      <Box maw={384}>
        <SettingForm
          schema={schema}
          rows={[
            { name: 'current', as: 'passcode', label: t('settings:operators.current') },
            newPasscodeRow(t, 'next', t('signIn:next')),
          ]}
          action={change}
          submit={t('settings:operators.set')}
          saved={t('settings:operators.changed')}
          operatorName={operator?.name ?? ''}
        />
      </Box>
    </Part>
  );
}

function LimitsForm({
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
      <h3 className={parts.strong}>{named.role}</h3>
      <SettingForm
        layout="line"
        name={{ form: t('settings:operators.limits.of', named), submit: t('settings:operators.limits.save', named) }}
        schema={operators.calls.setLimits.input}
        rows={(role === 'cashier'
          ? (['payment', 'day', 'again'] as const)
          : (['payment', 'day', 'reversal', 'again'] as const)
        ).map((name) => ({
          name,
          as: 'amount',
          label: t(`settings:operators.limits.${name}`),
          placeholder: t(name === 'reversal' ? 'settings:operators.limits.always' : 'settings:operators.limits.none'),
        }))}
        start={{ role, ...limit }}
        action={save}
        submit={t('settings:save')}
        onDone={onSaved}
      />
    </div>
  );
}
