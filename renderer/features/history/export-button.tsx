/** Exports the payments that were found to a file of the operator's choice. */
import type { ExportFormat, HistoryFilter } from '#shared/ledger/history.ts';
import { useAction } from '#renderer/session/api.ts';
import { useText } from '#renderer/words/i18n.ts';
import type { Failure } from '#shared/failure.ts';
import type { Output } from '#shared/contract/contract.ts';
import { ExportMenu, FileNote } from '#renderer/ui/export-menu.tsx';

export interface Export {
  readonly running: boolean;
  readonly written: Output<'history', 'export'>;
  readonly failure: Failure | null;
  readonly start: (filter: HistoryFilter, format: ExportFormat) => void;
  readonly forget: () => void;
}

export function useExport(): Export {
  const write = useAction('history', 'export');
  return {
    running: write.isPending,
    written: write.data ?? null,
    failure: write.error?.failure ?? null,
    start: (filter, format) => write.mutate({ filter, format }),
    forget: write.reset,
  };
}

export const ExportButton = ({ export: file, filter }: { readonly export: Export; readonly filter: HistoryFilter }) => (
  <ExportMenu running={file.running} onChoose={(format) => file.start(filter, format)} />
);

/** Says where the file was saved, or why it was not. */
export function ExportNote({ export: file }: { readonly export: Export }) {
  const { t } = useText();
  const { written } = file;
  const done = written === null ? null : t('history:export.done', { count: written.rows, path: written.path });
  return <FileNote failure={file.failure} done={done} onDismiss={file.forget} />;
}
