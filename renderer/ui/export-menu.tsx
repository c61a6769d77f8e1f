/** Menu that exports what a screen shows, and the word about the file. */
import { Button, Menu } from '@mantine/core';
import { IconCheck, IconDownload, IconFileSpreadsheet, IconFileText } from '@tabler/icons-react';
import { useRef } from 'react';
import type { Failure } from '#shared/failure.ts';
import type { ExportFormat } from '#shared/ledger/history.ts';
import { FailureNotice } from './failure-notice.tsx';
import { Notice } from './notice.tsx';
import { useMayAct } from '#renderer/session/session.tsx';
import { useText } from '#renderer/words/i18n.ts';

export function ExportMenu({
  running,
  onChoose,
  fullWidth = false,
}: {
  readonly running: boolean;
  readonly onChoose: (format: ExportFormat) => void;
  readonly fullWidth?: boolean;
}) {
  const { t } = useText();
  const label = useRef<HTMLButtonElement>(null);
  const choose = (format: ExportFormat): void => {
    // The menu closes, and the focus has to be somewhere that stays.
    label.current?.focus();
    onChoose(format);
  };
  const mayExport = useMayAct('back-office');
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <Button
          ref={label}
          variant="default"
          fullWidth={fullWidth}
          loading={running}
          disabled={!mayExport}
          title={mayExport ? undefined : t('history:export.notAllowed')}
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          {t('history:export.label')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconFileText size={18} aria-hidden />} onClick={() => choose('csv')}>
          {t('history:export.csv')}
        </Menu.Item>
        <Menu.Item leftSection={<IconFileSpreadsheet size={18} aria-hidden />} onClick={() => choose('xlsx')}>
          {t('history:export.xlsx')}
        </Menu.Item>
        <Menu.Label>{t('history:export.masked')}</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Says where the file was saved, or why it was not. */
export function FileNote({
  failure,
  done,
  onDismiss,
}: {
  readonly failure: Failure | null;
  /** Names the file; null while there is none. */
  readonly done: string | null;
  readonly onDismiss: () => void;
}) {
  const { t } = useText();
  if (failure !== null) return <FailureNotice failure={failure} />;
  if (done === null) return null;
  return (
    <Notice
      tone="approved"
      icon={<IconCheck size={18} aria-hidden />}
      actions={
        <Button variant="default" size="compact-md" onClick={onDismiss}>
          {t('history:export.dismiss')}
        </Button>
      }
    >
      {done}
    </Notice>
  );
}
