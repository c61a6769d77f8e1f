/** The audit trail for supervisors: its check, its export, and its entries. */
import { Group } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '#renderer/session/api.ts';
import { useText } from '#renderer/words/i18n.ts';
import { ExportMenu } from '#renderer/ui/export-menu.tsx';
import { WorkNote } from '#renderer/ui/work/work-note.tsx';
import { noAuditFilter, type KeyedAuditFilter } from './audit-filter.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditList } from './audit-list.tsx';
import { TrailCheck } from './trail-check.tsx';
import classes from './audit.module.css';
import parts from '#renderer/ui/parts.module.css';

export function AuditSection() {
  const { t } = useText();
  const [keyed, setKeyed] = useState<KeyedAuditFilter>(noAuditFilter);
  const write = useAction('ledger', 'exportTrail');
  return (
    <div className={classes.section}>
      <Group justify="space-between" align="start" gap={16}>
        <p className={parts.text}>{t('audit:intro')}</p>
        <ExportMenu onChoose={(format) => write.mutate({ format })} />
      </Group>
      <WorkNote kinds={['export-trail']} failure={write.error?.failure ?? null} />
      <TrailCheck />
      <AuditFilters keyed={keyed} onChange={setKeyed} />
      <AuditList keyed={keyed} />
    </div>
  );
}
