/** Exports the payments that were found to a file of the operator's choice. */
import type { ExportFormat, HistoryFilter } from '#shared/ledger/history.ts';
import { useAction } from '#renderer/session/api.ts';
import type { Failure } from '#shared/failure.ts';
import { ExportMenu } from '#renderer/ui/export-menu.tsx';
import { WorkNote } from '#renderer/ui/work/work-note.tsx';

export interface Export {
  readonly failure: Failure | null;
  readonly start: (filter: HistoryFilter, format: ExportFormat) => void;
}

export function useExport(): Export {
  const write = useAction('history', 'export');
  return {
    failure: write.error?.failure ?? null,
    start: (filter, format) => write.mutate({ filter, format }),
  };
}

export const ExportButton = ({ export: file, filter }: { readonly export: Export; readonly filter: HistoryFilter }) => (
  <ExportMenu onChoose={(format) => file.start(filter, format)} />
);

/** Says how far the export is, where the file was saved, or why it was not. */
export const ExportNote = ({ export: file }: { readonly export: Export }) => (
  <WorkNote kinds={['export-history']} failure={file.failure} />
);
