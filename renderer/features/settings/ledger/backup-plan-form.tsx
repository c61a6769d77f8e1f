/** Plan of the scheduled backups: interval, number, folder and the last result. Changes take effect at once. */
import { Button, NativeSelect } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { backupPlanSchema, type BackupPlan, type BackupStatus } from '#shared/ledger/backups.ts';
import { useAction, useCall } from '#renderer/session/api.ts';
import { fileReason } from '#renderer/words/failure-words.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import classes from '#renderer/features/settings/settings.module.css';
import parts from '#renderer/ui/parts.module.css';
import { Callout, IconLine } from '#renderer/ui/parts.tsx';

const intervals = backupPlanSchema.shape.every.options;
const usualCounts = [3, 7, 14, 30, 60, 90];

export function BackupPlanForm() {
  const backups = useCall('ledger', 'backups', undefined).data;
  return backups === undefined ? null : <PlanForm backups={backups} />;
}

function PlanForm({ backups }: { readonly backups: BackupStatus }) {
  const { t } = useText();
  const { moment } = useFormats();
  const { plan, folder, done, failed } = backups;
  const save = useAction('ledger', 'planBackups');
  const choose = useAction('ledger', 'chooseBackupFolder');
  const savePlan = (next: BackupPlan): void => save.mutate(next);
  const counts = [...new Set([...usualCounts, plan.keep])].toSorted((one, other) => one - other);
  const failure = save.error?.failure ?? choose.error?.failure ?? null;
  return (
    <>
      <div className={classes.row}>
        <NativeSelect
          label={t('settings:ledger.backups.every')}
          value={plan.every}
          data={intervals.map((value) => ({ value, label: t(`settings:ledger.backups.everys.${value}`) }))}
          onChange={(event) => {
            const every = intervals.find((known) => known === event.currentTarget.value);
            if (every !== undefined) savePlan({ ...plan, every });
          }}
        />
        <NativeSelect
          label={t('settings:ledger.backups.keep')}
          value={String(plan.keep)}
          data={counts.map(String)}
          disabled={plan.every === 'off'}
          onChange={(event) => savePlan({ ...plan, keep: Number(event.currentTarget.value) })}
        />
      </div>
      <div className={classes.row}>
        <span>{t('settings:ledger.backups.folder')}</span>
        <span className={parts.mono}>{folder}</span>
        <Button loading={choose.isPending} onClick={() => choose.mutate(undefined)}>
          {t('settings:ledger.backups.choose')}
        </Button>
      </div>
      {failure !== null && <FailureNotice failure={failure} />}
      {done === null ? (
        <p className={parts.note}>{t('settings:ledger.backups.none')}</p>
      ) : (
        <IconLine icon={IconCheck} tone="approved">
          {t('settings:ledger.backups.done', { count: done.attempts, when: moment(done.at) })}
        </IconLine>
      )}
      {failed !== null && (
        <Callout tone="unknown" role="status">
          {t('settings:ledger.backups.failed', { when: moment(failed.at), detail: fileReason(t, failed.detail) })}
        </Callout>
      )}
    </>
  );
}
