/** The operators of this seat for a supervisor, and the own passcode for every operator. */
import { Box, Button, VisuallyHidden } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { limitedRoles, type Operator, type OperatorsView } from '#shared/seat/operators.ts';
import { useCall } from '#renderer/session/api.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { useMayAct, useSession } from '#renderer/session/session.tsx';
import { SlowNote } from '#renderer/ui/texts/slow-note.tsx';
import { SupervisorFields } from '#renderer/form/supervisor-fields.tsx';
import { AddOperatorForm } from './add-operator-form.tsx';
import { IdleMinutesForm } from './idle-minutes-form.tsx';
import { LimitsForm } from './limits-form.tsx';
import { OperatorDialog } from './operator-dialog.tsx';
import { OwnPasscodeForm } from './own-passcode-form.tsx';
import common from '#renderer/features/settings/settings.module.css';
import parts from '#renderer/ui/parts.module.css';
import { Part } from '#renderer/ui/parts.tsx';

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
  return (
    <div className={common.section}>
      <p className={parts.text}>{t('settings:operators.open', { name: operator?.name ?? '' })}</p>
      {creating ? (
        <Box maw={384}>
          <SupervisorFields />
        </Box>
      ) : (
        <div className={common.row}>
          <Button onClick={() => setCreating(true)}>{t('settings:operators.openCreate')}</Button>
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
  if (list.error !== null) return <FailureNotice failure={list.error.failure} />;
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
      <table className={parts.table} data-rows="buttons">
        <thead>
          <tr>
            <th scope="col">{t('settings:operators.name')}</th>
            <th scope="col">{t('settings:operators.role')}</th>
            <th scope="col">{t('settings:operators.state')}</th>
            <th scope="col">
              <VisuallyHidden>{t('settings:operators.editShort')}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {operators.map((operator) => (
            <Row key={operator.id} operator={operator} onEdit={() => setEditedId(operator.id)} />
          ))}
        </tbody>
      </table>
      <AddOperatorForm onAdded={showSaved} />
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
      <td>{t(`role.${role}`)}</td>
      <td>{states.join(' · ')}</td>
      <td>
        <Button
          variant="default"
          size="compact-md"
          aria-label={t('settings:operators.edit', { name })}
          onClick={onEdit}
        >
          {t('settings:operators.editShort')}
        </Button>
      </td>
    </tr>
  );
}
