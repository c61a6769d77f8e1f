/** Exports the payments that were found to a file of the operator's choice. */
import { Button, Menu } from '@mantine/core';
import { IconCheck, IconDownload, IconFileSpreadsheet, IconFileText } from '@tabler/icons-react';
import type { ExportFormat, HistoryFilter } from '#shared/ledger/history.ts';
import { useAction } from '#renderer/session/api.ts';
import { useText } from '#renderer/words/i18n.ts';
import type { Failure } from '#shared/failure.ts';
import type { Output } from '#shared/contract/contract.ts';
import { Notice } from '#renderer/ui/notice.tsx';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { useMayAct } from '#renderer/session/session.tsx';

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

export function ExportButton({ export: file, filter }: { readonly export: Export; readonly filter: HistoryFilter }) {
  const { t } = useText();
  const mayExport = useMayAct('back-office');
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <Button
          variant="default"
          loading={file.running}
          disabled={!mayExport}
          title={mayExport ? undefined : t('history:export.notAllowed')}
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          {t('history:export.label')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconFileText size={18} aria-hidden />} onClick={() => file.start(filter, 'csv')}>
          {t('history:export.csv')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
          onClick={() => file.start(filter, 'xlsx')}
        >
          {t('history:export.xlsx')}
        </Menu.Item>
        <Menu.Label>{t('history:export.masked')}</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Says where the file was saved, or why it was not. */
export function ExportNote({ export: file }: { readonly export: Export }) {
  const { t } = useText();
  if (file.failure !== null) return <FailureNotice failure={file.failure} />;
  if (file.written === null) return null;
  return (
    <Notice
      tone="approved"
      icon={<IconCheck size={18} aria-hidden />}
      actions={
        <Button variant="default" size="compact-md" onClick={file.forget}>
          {t('history:export.dismiss')}
        </Button>
      }
    >
      {t('history:export.done', { count: file.written.rows, path: file.written.path })}
    </Notice>
  );
}
