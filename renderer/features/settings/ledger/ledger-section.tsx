/** The ledger section: where payments are recorded, its backups and their plan, and the removal of old payments. */
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { LedgerStatus } from '#shared/seat/settings.ts';
import { useAction, useCall } from '#renderer/session/api.ts';
import { ledgerReasonWords, updatingWords, lostPayments } from '#renderer/words/ledger/ledger-reason-words.ts';
import { useText } from '#renderer/words/i18n.ts';
import { Callout, Part, IconLine } from '#renderer/ui/parts.tsx';
import { WorkNote } from '#renderer/ui/work/work-note.tsx';
import { useMayAct } from '#renderer/session/session.tsx';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { ConfirmDialog } from '#renderer/ui/dialog.tsx';
import { LedgerChoiceForm } from './ledger-choice-form.tsx';
import { PurgeForm } from './purge-form.tsx';
import { useRereadLedger } from './use-reread-ledger.ts';
import classes from '#renderer/features/settings/settings.module.css';
import parts from '#renderer/ui/parts.module.css';
import { IconCheck } from '@tabler/icons-react';
import { backupPlanSchema, type BackupPlan, type BackupStatus } from '#shared/ledger/backups.ts';
import { fileReason } from '#renderer/words/failure-words.ts';
import { useFormats } from '#renderer/words/formats.ts';

function stateOf(ledger: LedgerStatus): 'works' | 'worksFaulty' | 'away' {
  if (!ledger.available) return 'away';
  return isInOrder(ledger) ? 'works' : 'worksFaulty';
}

export function LedgerSection() {
  const { t } = useText();
  const ledger = useCall('ledger', 'status', undefined).data;
  // Kept here because the form remounts with the new choice and still has to report the result.
  const choose = useAction('ledger', 'choose');
  if (ledger === undefined) return null;
  return (
    <div className={classes.section}>
      <Callout tone={isInOrder(ledger) ? 'approved' : 'unknown'} role="status">
        <p>
          <strong>{t(`settings:ledger.${stateOf(ledger)}`)}</strong>
          {ledger.reason !== null && <> {ledgerReasonWords(t, ledger.reason)}</>}
          {ledger.updating !== null && <> {updatingWords(t, ledger.updating)}</>}
        </p>
        {ledger.detail !== '' && <p className={parts.mono}>{ledger.detail}</p>}
        {ledger.keyDiffers && (
          <p>
            {t('banners:keyDiffers')} {t('banners:keyDiffersNext')}
          </p>
        )}
        <LedgerCondition ledger={ledger} />
        {ledger.keptFile !== null && (
          <p>
            {t('settings:ledger.keptFile')} <span className={parts.mono}>{ledger.keptFile}</span>
          </p>
        )}
      </Callout>
      <LedgerChoiceForm key={JSON.stringify(ledger.choice)} current={ledger.choice} choose={choose} />
      {ledger.choice.engine === 'postgres' && <LedgerMove />}
      <LedgerCare embedded={ledger.choice.engine === 'sqlite'} />
      <PurgeForm />
    </div>
  );
}

/** Copies the ledger of this computer into the shared one, with progress and a verification. */
function LedgerMove() {
  const { t } = useText();
  const reread = useRereadLedger();
  const move = useAction('ledger', 'move');
  return (
    <Part title={t('settings:ledger.move')} note={t('settings:ledger.moveText')}>
      <div className={classes.row}>
        <Button onClick={() => move.mutate(undefined, { onSuccess: reread })}>{t('settings:ledger.moveStart')}</Button>
      </div>
      <WorkNote kinds={['move']} failure={move.error?.failure ?? null} />
    </Part>
  );
}

/** Faults of a ledger that can be used: promises of its server, a change of server, and damaged rows. */
function LedgerCondition({ ledger }: { readonly ledger: LedgerStatus }) {
  const { t } = useText();
  const accept = useAction('ledger', 'acceptServer');
  const mayAccept = useMayAct('supervisor');
  return (
    <>
      {ledger.forbidden && (
        <p>
          {t('banners:ledgerForbidden')} {t('settings:ledger.forbiddenNext')}
        </p>
      )}
      {ledger.unkept.length > 0 && (
        <p>
          {t('banners:unkept')} {t('banners:unkeptNext', { settings: ledger.unkept.join(', ') })}
        </p>
      )}
      {ledger.otherServer !== null && (
        <>
          <p>
            {t('banners:otherServer')} {lostPayments(t, ledger.otherServer)}
          </p>
          {mayAccept && (
            <Button loading={accept.isPending} onClick={() => accept.mutate({})}>
              {t('settings:ledger.acceptServer')}
            </Button>
          )}
          {accept.error !== null && <FailureNotice failure={accept.error.failure} act="recording" />}
        </>
      )}
      {ledger.checking !== null && <p>{t('settings:ledger.checking', ledger.checking)}</p>}
      {ledger.damaged > 0 && (
        <p>
          {t('banners:damaged', { count: ledger.damaged })} {t('banners:damagedNext')}
        </p>
      )}
    </>
  );
}

const isInOrder = (ledger: LedgerStatus): boolean =>
  ledger.available &&
  !ledger.forbidden &&
  !ledger.keyDiffers &&
  ledger.unkept.length === 0 &&
  ledger.otherServer === null &&
  ledger.damaged === 0;

function LedgerCare({ embedded }: { readonly embedded: boolean }) {
  const { t } = useText();
  const reread = useRereadLedger();
  const backUp = useAction('ledger', 'backUp');
  const restore = useAction('ledger', 'restore');
  const [asking, setAsking] = useState(false);
  const failure = backUp.error?.failure ?? restore.error?.failure ?? null;
  return (
    <Part
      title={t('settings:ledger.backUpTitle')}
      note={t(embedded ? 'settings:ledger.backUpText' : 'settings:ledger.onlyEmbedded')}
    >
      {embedded && (
        <div className={classes.row}>
          <Button onClick={() => backUp.mutate(undefined)}>{t('settings:ledger.backUp')}</Button>
          <Button onClick={() => setAsking(true)}>{t('settings:ledger.restore')}</Button>
        </div>
      )}
      <WorkNote kinds={['backup', 'restore', 'scheduled-backup']} failure={failure} />
      {embedded && <BackupPlanForm />}
      {asking && (
        <ConfirmDialog
          grave
          title={t('settings:ledger.restoreTitle')}
          confirm={t('settings:ledger.restoreConfirm')}
          onConfirm={() => {
            setAsking(false);
            restore.mutate({}, { onSuccess: reread });
          }}
          onClose={() => setAsking(false)}
        >
          <p>{t('settings:ledger.restoreText')}</p>
        </ConfirmDialog>
      )}
    </Part>
  );
}

const intervals = backupPlanSchema.shape.every.options;
const usualCounts = [3, 7, 14, 30, 60, 90];

/** Plan of the scheduled backups: interval, number, folder and the last result. Changes take effect at once. */
function BackupPlanForm() {
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
      {failure !== null && <FailureNotice failure={failure} act="recording" />}
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
