/** The audit trail for supervisors: its check, its export, and its entries. */
import { Group, Button, NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { deedGroups } from '#shared/audit/deed-groups.ts';
import { useAction, useCall } from '#renderer/session/api.ts';
import { useText } from '#renderer/words/i18n.ts';
import { ExportMenu } from '#renderer/ui/export-menu.tsx';
import { WorkNote } from '#renderer/ui/work/work-note.tsx';
import { DateRangeFields } from '#renderer/ui/dates/date-range.tsx';
import { noAuditFilter, type KeyedAuditFilter, deedGroupOf, isFiltered } from './audit-filter.ts';
import { AuditList } from './audit-list.tsx';
import { TrailCheck } from './trail-check.tsx';
import classes from '#renderer/features/settings/settings.module.css';
import parts from '#renderer/ui/parts.module.css';

export function AuditSection() {
  const { t } = useText();
  const [keyed, setKeyed] = useState<KeyedAuditFilter>(noAuditFilter);
  const write = useAction('ledger', 'exportTrail');
  return (
    <Stack gap={16} maw={1040} pb={24}>
      <Group justify="space-between" align="start" gap={16}>
        <p className={parts.text}>{t('audit:intro')}</p>
        <ExportMenu onChoose={(format) => write.mutate({ format })} />
      </Group>
      <WorkNote kinds={['export-trail']} failure={write.error?.failure ?? null} />
      <TrailCheck />
      <AuditFilters keyed={keyed} onChange={setKeyed} />
      <AuditList keyed={keyed} />
    </Stack>
  );
}

/** Filters of the audit trail: kind of deed, who, days. */
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
  return (
    <section className={classes.filters} aria-label={t('audit:filter.label')}>
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
      <Button variant="default" disabled={!isFiltered(keyed)} onClick={() => onChange(noAuditFilter)}>
        {t('audit:filter.clear')}
      </Button>
    </section>
  );
}
