/** Filters of the audit trail: kind of deed, who, days. */
import { Button, NativeSelect } from '@mantine/core';
import { deedGroups } from '#shared/audit/deed-groups.ts';
import { useCall } from '#renderer/session/api.ts';
import { DateField } from '#renderer/ui/dates/date-field.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { deedGroupOf, endsBeforeStart, isFiltered, noAuditFilter, type KeyedAuditFilter } from './audit-filter.ts';
import classes from './audit.module.css';

export function AuditFilters({
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
        label={t('audit:filter.group')}
        data={[any, ...deedGroups.map((value) => ({ value, label: t(`audit:group.${value}`) }))]}
        value={keyed.group ?? ''}
        onChange={(event) => onChange({ ...keyed, group: deedGroupOf(event.currentTarget.value) })}
      />
      <NativeSelect
        label={t('audit:filter.operator')}
        data={[any, ...operators.map((value) => ({ value, label: value }))]}
        value={keyed.operatorName ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ ...keyed, operatorName: value === '' ? null : value })}
      />
      <DateField
        label={t('audit:filter.from')}
        value={keyed.fromDay}
        onChange={(fromDay) => onChange({ ...keyed, fromDay })}
      />
      <DateField
        label={t('audit:filter.until')}
        value={keyed.untilDay}
        error={endsBeforeStart(keyed) ? t('audit:filter.backwards') : undefined}
        onChange={(untilDay) => onChange({ ...keyed, untilDay })}
      />
      <Button variant="default" disabled={!isFiltered(keyed)} onClick={() => onChange(noAuditFilter)}>
        {t('audit:filter.clear')}
      </Button>
    </section>
  );
}
