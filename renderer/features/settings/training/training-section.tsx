/** The training panel: orders faults for the next payments, and lists the amounts that make a fault by themselves. */
import { holdsCardNumber } from '#shared/texts/card-numbers.ts';
import { textLimits } from '#shared/text-limits.ts';
import { Autocomplete, Button, Group, NativeSelect, Switch, TextInput } from '@mantine/core';
import { IconBolt } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { declineReasons, recordsRefused, type FaultOrder } from '#shared/seat/training.ts';
import { useAction, useCall } from '#renderer/session/api.ts';
import { useText } from '#renderer/words/i18n.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { useNavigation } from '#renderer/session/navigation.tsx';
import { useSession } from '#renderer/session/session.tsx';
import { SlowNote } from '#renderer/ui/texts/values.tsx';
import {
  codeIn,
  codeSuggestions,
  faultGroups,
  faultWords,
  firstOrder,
  readOrder,
  type KeyedOrder,
} from './fault-order.ts';
import common from '#renderer/features/settings/settings.module.css';
import parts from '#renderer/ui/parts.module.css';
import { Callout, NamedValues, Form } from '#renderer/ui/parts.tsx';

export function TrainingSection() {
  const { t } = useText();
  const client = useQueryClient();
  const { merchant } = useSession();
  const { openHelp } = useNavigation();
  const status = useCall('training', 'status', undefined);
  const action = useAction('training', 'order');
  const order = (wanted: FaultOrder): void =>
    action.mutate(wanted, { onSuccess: (next) => client.setQueryData(['training', 'status', undefined], next) });
  if (status.error !== null) return <FailureNotice failure={status.error.failure} act="reading" />;
  if (status.data === undefined) return <SlowNote of="loading" />;
  const { active, answersRecords, origin, processed } = status.data;
  const normal = active.fault.kind === 'none';
  return (
    <div className={common.section}>
      <p className={parts.text}>{t('training:panel.intro')}</p>
      {merchant.merchant.environment !== 'training' && (
        <p className={parts.text}>{t('settings:training.notInUse', { name: merchant.merchant.name })}</p>
      )}
      <Callout
        tone={normal ? 'approved' : 'unknown'}
        role="status"
        icon={normal ? undefined : <IconBolt size={18} aria-hidden />}
        actions={
          !normal && (
            <Button size="compact-md" onClick={() => order({ fault: { kind: 'none' }, times: null })}>
              {t('training:panel.switchOff')}
            </Button>
          )
        }
      >
        <p>
          <strong>{t('training:panel.active')}: </strong>
          {faultWords(t, active.fault)}
          {!normal &&
            `, ${
              active.times === null
                ? t('training:panel.untilSwitchedOff').toLocaleLowerCase()
                : t('training:panel.timesLeft', { count: active.times })
            }`}
        </p>
      </Callout>
      <OrderForm onOrder={order} busy={action.isPending} />
      <Switch
        label={t('training:panel.records')}
        description={t('training:panel.recordsHint')}
        checked={answersRecords}
        disabled={action.isPending}
        onChange={() => order(answersRecords ? recordsRefused : { ...recordsRefused, fault: { kind: 'none' } })}
      />
      {action.error !== null && <FailureNotice failure={action.error.failure} act="recording" />}
      <Button style={{ alignSelf: 'start' }} onClick={() => openHelp('first-steps')}>
        {t('training:panel.practiceTitle')}
      </Button>
      <NamedValues
        of={[
          { name: t('training:panel.address'), value: origin, mono: true },
          { name: t('training:panel.processed'), value: processed },
        ]}
      />
    </div>
  );
}

function OrderForm({ onOrder, busy }: { readonly onOrder: (order: FaultOrder) => void; readonly busy: boolean }) {
  const { t } = useText();
  const [keyed, setKeyed] = useState<KeyedOrder>(firstOrder);
  const [tried, setTried] = useState(false);
  const validOrder = readOrder(keyed);
  const errorIf = (bad: boolean, message: string): string | undefined =>
    tried && validOrder === null && bad ? message : undefined;
  const set = (part: Partial<KeyedOrder>): void => setKeyed({ ...keyed, ...part });
  const groups = Object.entries(faultGroups) as [keyof typeof faultGroups, readonly KeyedOrder['kind'][]][];
  return (
    <Form
      onSend={() => {
        setTried(true);
        if (validOrder !== null) onOrder(validOrder);
      }}
    >
      <Group gap={12} align="flex-end">
        <NativeSelect
          className={common.wide}
          label={t('training:panel.fault')}
          value={keyed.kind}
          onChange={(event) => set({ kind: event.currentTarget.value as KeyedOrder['kind'] })}
          data={groups.map(([group, kinds]) => ({
            group: t(`training:groups.${group}`),
            items: kinds.map((kind) => ({ value: kind, label: t(`settings:training.kinds.${kind}`) })),
          }))}
        />
        <FaultFields keyed={keyed} set={set} errorIf={errorIf} />
        <NativeSelect
          label={t('training:panel.times')}
          value={keyed.times}
          onChange={(event) => set({ times: event.currentTarget.value as KeyedOrder['times'] })}
          data={[
            { value: 'once', label: t('training:panel.once') },
            { value: 'some', label: t('settings:training.some') },
            { value: 'always', label: t('training:panel.untilSwitchedOff') },
          ]}
        />
        {keyed.times === 'some' && (
          <TextInput
            label={t('settings:training.count')}
            inputMode="numeric"
            maxLength={textLimits.keyedNumber}
            value={keyed.count}
            onChange={(event) => set({ count: event.currentTarget.value })}
            error={errorIf(isOutside(keyed.count, 1, 1000), t('settings:issues.range', { min: 1, max: 1000 }))}
          />
        )}
        <Button variant="filled" type="submit" loading={busy}>
          {t('training:panel.order')}
        </Button>
      </Group>
      {['header-status', 'form-error', 'three-d-secure'].includes(keyed.kind) && (
        <Switch
          mt={12}
          label={t('training:panel.bankProcesses')}
          description={t('training:panel.bankProcessesHint')}
          checked={keyed.processed}
          onChange={(event) => set({ processed: event.currentTarget.checked })}
        />
      )}
    </Form>
  );
}

const isOutside = (text: string, min: number, max: number): boolean => !(Number(text) >= min && Number(text) <= max);

/** Fields of the chosen kind of fault. */
function FaultFields({
  keyed,
  set,
  errorIf,
}: {
  readonly keyed: KeyedOrder;
  readonly set: (part: Partial<KeyedOrder>) => void;
  readonly errorIf: (bad: boolean, message: string) => string | undefined;
}) {
  const { t } = useText();
  return (
    <>
      {keyed.kind === 'decline' && (
        <NativeSelect
          label={t('training:panel.reason')}
          value={keyed.reason}
          onChange={(event) => set({ reason: event.currentTarget.value })}
          data={declineReasons.map((reason) => ({ value: reason, label: t(`training:declineReasons.${reason}`) }))}
        />
      )}
      {keyed.kind === 'header-status' && (
        <Autocomplete
          className={common.wide}
          label={t('training:panel.code')}
          description={t('training:panel.codeHint')}
          data={[...codeSuggestions]}
          maxLength={textLimits.errorText}
          value={keyed.code}
          maxDropdownHeight={280}
          spellCheck={false}
          onChange={(code) => set({ code })}
          error={errorIf(
            isOutside(String(codeIn(keyed.code) ?? ''), 1, 99_999),
            t('settings:issues.range', { min: 1, max: 99_999 }),
          )}
        />
      )}
      {keyed.kind === 'form-error' && (
        <TextInput
          label={t('training:panel.errorText')}
          maxLength={textLimits.errorText}
          value={keyed.text}
          onChange={(event) => set({ text: event.currentTarget.value })}
          error={
            errorIf(keyed.text.trim() === '', t('settings:issues.required')) ??
            errorIf(holdsCardNumber(keyed.text), t('settings:issues.cardNumberHere'))
          }
        />
      )}
      {keyed.kind === 'delay' && (
        <TextInput
          label={t('settings:training.seconds')}
          inputMode="decimal"
          maxLength={textLimits.keyedNumber}
          value={keyed.seconds}
          onChange={(event) => set({ seconds: event.currentTarget.value })}
          error={errorIf(isOutside(keyed.seconds, 0.001, 120), t('settings:issues.range', { min: 1, max: 120 }))}
        />
      )}
    </>
  );
}
