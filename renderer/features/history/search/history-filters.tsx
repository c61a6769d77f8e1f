/** Filters of History: days, kind, outcome, environment, merchant, operator. */
import { Button, NativeSelect } from '@mantine/core';
import { environments } from '#shared/seat/environment.ts';
import { attemptStates } from '#shared/payments/outcome.ts';
import { operations } from '#shared/payments/operations.ts';
import { useCall } from '#renderer/session/api.ts';
import { DateRangeFields } from '#renderer/ui/dates/date-range.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { countFilters, noFilter, type KeyedFilter } from './history-filter.ts';
import classes from '#renderer/features/history/history.module.css';

interface Choice {
  readonly value: string;
  readonly label: string;
}

export function HistoryFilters({
  keyed,
  onChange,
}: {
  readonly keyed: KeyedFilter;
  readonly onChange: (keyed: KeyedFilter) => void;
}) {
  const { t } = useText();
  const merchants = useCall('merchants', 'list', undefined).data ?? [];
  const operators = useCall('history', 'operators', undefined).data ?? [];
  const any: Choice = { value: '', label: t('history:filter.any') };
  const pick = (label: string, value: string | null, choices: readonly Choice[], keep: (value: string) => void) => (
    <NativeSelect
      label={label}
      data={[any, ...choices]}
      value={value ?? ''}
      onChange={(event) => keep(event.currentTarget.value)}
    />
  );
  return (
    <section className={classes.filters} aria-label={t('history:filter.label')}>
      <DateRangeFields range={keyed} onChange={(range) => onChange({ ...keyed, ...range })} />
      {pick(
        t('history:filter.operation'),
        keyed.operation,
        operations.map((value) => ({ value, label: t(`operation.${value}`) })),
        (value) => onChange({ ...keyed, operation: operations.find((known) => known === value) ?? null }),
      )}
      {pick(
        t('history:filter.outcome'),
        keyed.state,
        attemptStates.map((value) => ({ value, label: t(`outcomes:state.${value}`) })),
        (value) => onChange({ ...keyed, state: attemptStates.find((known) => known === value) ?? null }),
      )}
      {pick(
        t('history:filter.environment'),
        keyed.environment,
        environments.map((value) => ({ value, label: t(`environment.${value}`) })),
        (value) => onChange({ ...keyed, environment: environments.find((known) => known === value) ?? null }),
      )}
      {pick(
        t('history:filter.merchant'),
        keyed.merchantId,
        merchants.map(({ merchant }) => ({ value: merchant.id, label: merchant.name })),
        (value) => onChange({ ...keyed, merchantId: value === '' ? null : value }),
      )}
      {pick(
        t('history:filter.operator'),
        keyed.operatorName,
        operators.map((name) => ({ value: name, label: name })),
        (value) => onChange({ ...keyed, operatorName: value === '' ? null : value }),
      )}
      <Button
        variant="default"
        disabled={countFilters(keyed) === 0}
        onClick={() => onChange({ ...noFilter, text: keyed.text })}
      >
        {t('history:filter.clear')}
      </Button>
    </section>
  );
}
