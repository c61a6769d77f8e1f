/** Calls about the figures of days and their close. */
import { closedFigures } from '#electron/core/reports/closed-figures.ts';
import type { Reports } from '#electron/core/reports/reports.ts';
import type { Handlers } from '#electron/ipc/handlers.ts';
import { type As, type AsGuarded, subjectOf } from './as.ts';
import { saveExport, type ExportParts } from './exports/export-attempts.ts';
import { exportReport } from './exports/export-report.ts';

export interface ReportCallsParts extends ExportParts {
  readonly reports: Reports;
}

export const reportCalls = (
  { reports, ...parts }: ReportCallsParts,
  as: As,
  guarded: AsGuarded,
): Handlers['reports'] => ({
  figures: (query) => reports.figures(query),
  close: as((day, actor) => reports.close(day, actor)),
  closes: (day) => reports.closes(day),
  export: guarded(
    ({ query, format }) => ({ act: 'export', subject: subjectOf({ query, format }) }),
    async ({ query, format }, actor) => {
      const read = await closedFigures(reports, query);
      if (!read.ok) return read;
      const { t } = parts.words();
      const name = t('reports:export.name', { days: [...new Set([query.first, query.last])].join('_') });
      const asked = { kind: 'export-report', actor, title: t('reports:export.title'), name, format } as const;
      return saveExport(parts, asked, (file) => exportReport(read.value, file, format, parts.words()));
    },
  ),
});
