/** The audit trail for supervisors: its check, its export, and its entries. */
import { Box, Button, Group, NativeSelect, Stack } from '@mantine/core';
import { useRef, useState } from 'react';
import { deedGroups } from '#shared/audit/deed-groups.ts';
import { useAction, useCall } from '#renderer/session/api.ts';
import { useText } from '#renderer/words/i18n.ts';
import { ExportMenu } from '#renderer/ui/export-menu.tsx';
import { WorkNote } from '#renderer/ui/work/work-note.tsx';
import { DateRangeFields } from '#renderer/ui/dates/date-range.tsx';
import { noAuditFilter, type KeyedAuditFilter, deedGroupOf, isFiltered, AuditList } from './audit-list.tsx';
import classes from '#renderer/features/settings/settings.module.css';
import parts from '#renderer/ui/parts.module.css';
import type { TrailReport } from '#shared/ledger/trail.ts';
import { useNavigation } from '#renderer/session/navigation.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { trailBreakWords, trailReportWords } from '#renderer/words/audit/trail-words.ts';
import { useLongWork } from '#renderer/ui/work/use-long-work.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { Callout } from '#renderer/ui/parts.tsx';

export function AuditSection() {
  const { t } = useText();
  const [keyed, setKeyed] = useState<KeyedAuditFilter>(noAuditFilter);
  const write = useAction('ledger', 'exportTrail');
  return (
    <Stack gap={16} maw={1040} pb={24}>
      <Group justify="space-between" align="start" gap={16} wrap="nowrap">
        <Box component="p" className={parts.text} flex={1}>
          {t('audit:intro')}
        </Box>
        <ExportMenu onChoose={(format) => write.mutate({ format })} />
      </Group>
      <WorkNote kinds={['export-trail']} failure={write.error?.failure ?? null} />
      <TrailCheck />
      <AuditFilters keyed={keyed} onChange={setKeyed} />
      <AuditList keyed={keyed} />
    </Stack>
  );
}

function AuditFilters({
  keyed,
  onChange,
}: {
  readonly keyed: KeyedAuditFilter;
  readonly onChange: (keyed: KeyedAuditFilter) => void;
}) {
  const { t } = useText();
  const operators = useCall('ledger', 'eventOperators', undefined).data ?? [];
  const any = { value: '', label: t('audit:filter.any') };
  const box = useRef<HTMLElement>(null);
  return (
    <section ref={box} className={classes.filters} aria-label={t('audit:filter.label')}>
      <NativeSelect
        label={t('label.kind')}
        data={[any, ...deedGroups.map((value) => ({ value, label: t(`audit:group.${value}`) }))]}
        value={keyed.group ?? ''}
        onChange={(event) => onChange({ ...keyed, group: deedGroupOf(event.currentTarget.value) })}
      />
      <NativeSelect
        label={t('audit:list.who')}
        data={[any, ...operators.map((value) => ({ value, label: value }))]}
        value={keyed.operatorName ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ ...keyed, operatorName: value === '' ? null : value })}
      />
      <DateRangeFields range={keyed} onChange={(range) => onChange({ ...keyed, ...range })} />
      <Button
        disabled={!isFiltered(keyed)}
        onClick={() => {
          // This button is off now.
          box.current?.querySelector('select')?.focus();
          onChange(noAuditFilter);
        }}
      >
        {t('audit:filter.clear')}
      </Button>
    </section>
  );
}

/** State of the audit trail: when it was last checked, what was found, and the check itself. */
function TrailCheck() {
  const { t } = useText();
  const known = useCall('ledger', 'status', undefined).data?.trail ?? null;
  const check = useAction('ledger', 'checkTrail');
  const report = latest(known, check.data ?? null);
  const running = useLongWork(['check-trail'])?.end === null;
  return (
    <>
      <Callout
        tone={report === null ? 'plain' : report.breaks === 0 ? 'approved' : 'unknown'}
        actions={<Button onClick={() => check.mutate(undefined)}>{t('audit:check.run')}</Button>}
      >
        <div role="status">
          {running ? (
            <p>{t('audit:check.running')}</p>
          ) : report === null ? (
            <p>{t('audit:check.never')}</p>
          ) : (
            <Report report={report} onAdmitted={() => check.mutate(undefined)} />
          )}
        </div>
      </Callout>
      <WorkNote kinds={['check-trail']} failure={check.error?.failure ?? null} />
    </>
  );
}

function Report({ report, onAdmitted }: { readonly report: TrailReport; readonly onAdmitted: () => void }) {
  const { t } = useText();
  const formats = useFormats();
  const { go } = useNavigation();
  const { first } = report;
  const admit = useAction('ledger', 'admitSeat');
  const paymentId = first?.kind === 'payment-differs' || first?.kind === 'hold-differs' ? first.subjectId : null;
  return (
    <>
      <p>
        <strong>{trailReportWords(t, formats, report)}</strong>
      </p>
      {first !== null && (
        <p>
          {trailBreakWords(t, formats, first)} {t('audit:check.next')}
        </p>
      )}
      {first?.signer !== undefined && (
        <Button
          size="compact-sm"
          disabled={admit.isPending}
          onClick={() => admit.mutate({ signer: first.signer ?? '' }, { onSuccess: onAdmitted })}
        >
          {t('audit:check.admit', { seat: first.seat })}
        </Button>
      )}
      {admit.error !== null && <FailureNotice failure={admit.error.failure} act="recording" />}
      {paymentId !== null && (
        <Button size="compact-sm" onClick={() => go('history', paymentId)}>
          {t('audit:list.payment')}
        </Button>
      )}
    </>
  );
}

/** The check of the start is in the status; one that was just asked for may be newer. */
const latest = (one: TrailReport | null, other: TrailReport | null): TrailReport | null =>
  one === null || (other !== null && other.checkedAt > one.checkedAt) ? other : one;
