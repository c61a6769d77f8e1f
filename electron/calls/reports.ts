/** Calls about the figures of days and their close. */
import { closedFigures } from '#electron/core/reports/reports.ts';
import type { Works } from '#electron/calls/by-rule.ts';
import type { Services } from '#electron/calls/services.ts';
import { saveExport } from './exports/export-attempts.ts';
import { exportJournal } from './exports/export-journal.ts';
import { exportReport, figuresName } from './exports/export-report.ts';
import { failed, ok, type Result } from '#shared/failure.ts';
import { mostShownLines, type Reconciliation } from '#shared/reports/reconciliation.ts';

export const reportCalls = ({ reports, reconciliations, ...parts }: Services): Works['reports'] => ({
  figures: (query) => reports.figures(query),
  close: (day, actor) => reports.close(day, actor),
  closes: (day) => reports.closes(day),
  export: async ({ query, format }, actor) => {
    const read = await closedFigures(reports, query);
    if (!read.ok) return read;
    const { t } = parts.words();
    const name = figuresName(t, query);
    const asked = { kind: 'export-report', actor, title: t('reports:export.title'), name, format } as const;
    return saveExport(parts, asked, (file) => exportReport(read.value, file, format, parts.words()));
  },
  reconcile: (query, actor) =>
    parts.longWork.run({
      kind: 'reconcile',
      actor,
      work: async (course) => shown(await reconciliations.reconcile(query, course)),
      told: (result) => ({ count: result.kind === 'reconciled' ? result.lines.length : 0 }),
    }),
  exportJournal: async ({ id, format }, actor) => {
    const found = reconciliations.find(id);
    if (found === null) return failed({ kind: 'not-found' });
    const { t } = parts.words();
    const days = [...new Set([found.query.first, found.query.last])].join('_');
    const title = t('reports:journal.title');
    const asked = { kind: 'export-report', actor, title, name: t('reports:journal.name', { days }), format } as const;
    return saveExport(parts, asked, (file) => exportJournal(found, file, format, parts.words()));
  },
});

/** Leaves out the lines that no screen shows, the differences last. */
const shown = (result: Result<Reconciliation>): Result<Reconciliation> =>
  result.ok && result.value.kind === 'reconciled'
    ? ok({
        ...result.value,
        lines: result.value.lines.slice(0, mostShownLines),
        more: Math.max(0, result.value.lines.length - mostShownLines),
      })
    : result;
