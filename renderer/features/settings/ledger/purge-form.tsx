/** Removes old payments from the ledger: exported first, confirmed twice, by a supervisor. */
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { oneHour } from '#shared/durations.ts';
import { longestDuplicateWindow } from '#shared/seat/merchant.ts';
import { useAction, useCall } from '#renderer/session/api.ts';
import { useIsPast, useToday } from '#renderer/ui/clock.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { DateField } from '#renderer/ui/dates/date-field.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { boundsOfDay } from '#shared/local-day.ts';
import { WorkNote } from '#renderer/ui/work/work-note.tsx';
import { ConfirmDialog } from '#renderer/ui/dialog.tsx';
import { useRereadLedger } from './use-reread-ledger.ts';
import classes from '#renderer/features/settings/settings.module.css';
import { Part, Form } from '#renderer/ui/parts.tsx';

export function PurgeForm() {
  const { t } = useText();
  const { day: written } = useFormats();
  const reread = useRereadLedger();
  const purge = useAction('ledger', 'purge');
  const today = useToday();
  const [day, setDay] = useState('');
  const [tried, setTried] = useState(false);
  const [asking, setAsking] = useState(false);
  /** Has the focus while payments are removed, for what is asked meanwhile. */
  const remove = useRef<HTMLButtonElement>(null);
  const before = day < today ? (boundsOfDay(day)?.from ?? null) : null;
  // Main refuses it as well, because another seat may have a longer window.
  const hours = longestDuplicateWindow(useCall('merchants', 'list', undefined).data ?? []);
  const admittedFrom = before === null ? null : new Date(Date.parse(before) + hours * oneHour).toISOString();
  const admitted = useIsPast(admittedFrom);
  const limit = t('settings:ledger.purgeRecent', { count: hours });
  const issue = before === null ? t('settings:ledger.purgeFuture') : admitted ? undefined : limit;
  return (
    <Part title={t('settings:ledger.purgeTitle')} note={`${t('settings:ledger.purgeText')} ${hours > 0 ? limit : ''}`}>
      <Form
        className={classes.row}
        onSend={() => {
          setTried(true);
          setAsking(admitted);
        }}
      >
        <DateField
          label={t('settings:ledger.purgeBefore')}
          max={today}
          value={day}
          error={tried ? issue : undefined}
          onChange={setDay}
        />
        <Button ref={remove} className={classes.besideField} type="submit">
          {t('settings:remove')}
        </Button>
      </Form>
      <WorkNote kinds={['purge']} failure={purge.error?.failure ?? null} />
      {asking && before !== null && (
        <ConfirmDialog
          grave
          title={t('settings:ledger.purgeConfirmTitle', { date: written(before) })}
          confirm={t('settings:ledger.purgeConfirm')}
          onConfirm={() => {
            remove.current?.focus();
            setAsking(false);
            purge.mutate({ before }, { onSuccess: reread });
          }}
          onClose={() => setAsking(false)}
        >
          <p>{t('settings:ledger.purgeConfirmText')}</p>
        </ConfirmDialog>
      )}
    </Part>
  );
}
