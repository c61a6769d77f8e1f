/** The audit trail for supervisors: its check, its export, and its entries. */
import { useState } from 'react';
import { useAction } from '#renderer/session/api.ts';
import { useMayAct } from '#renderer/session/session.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { ExportMenu, FileNote } from '#renderer/ui/export-menu.tsx';
import { noAuditFilter, type KeyedAuditFilter } from './audit-filter.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditList } from './audit-list.tsx';
import { TrailCheck } from './trail-check.tsx';
import common from '#renderer/features/settings/settings.module.css';
import classes from './audit.module.css';

export function AuditSection() {
  const { t } = useText();
  return useMayAct('supervisor') ? <Trail /> : <p className={common.note}>{t('audit:supervisorOnly')}</p>;
}

function Trail() {
  const { t } = useText();
  const [keyed, setKeyed] = useState<KeyedAuditFilter>(noAuditFilter);
  const write = useAction('ledger', 'exportTrail');
  const written = write.data ?? null;
  const done = written === null ? null : t('audit:export.done', { count: written.rows, path: written.path });
  return (
    <div className={classes.section}>
      <div className={classes.head}>
        <p className={common.text}>{t('audit:intro')}</p>
        <ExportMenu running={write.isPending} onChoose={(format) => write.mutate({ format })} />
      </div>
      <FileNote failure={write.error?.failure ?? null} done={done} onDismiss={write.reset} />
      <TrailCheck />
      <AuditFilters keyed={keyed} onChange={setKeyed} />
      <AuditList keyed={keyed} />
    </div>
  );
}
