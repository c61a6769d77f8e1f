/** Menu that exports what a screen shows. */
import { Menu } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet, IconFileText } from '@tabler/icons-react';
import { useRef } from 'react';
import type { ExportFormat } from '#shared/ledger/history.ts';
import { useMayAct } from '#renderer/session/session.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { KeyButton } from '#renderer/ui/shortcuts.tsx';

export function ExportMenu({
  onChoose,
  fullWidth = false,
}: {
  /** Undefined while there is nothing to export. */
  readonly onChoose: ((format: ExportFormat) => void) | undefined;
  readonly fullWidth?: boolean;
}) {
  const { t } = useText();
  const label = useRef<HTMLButtonElement>(null);
  const choose = (format: ExportFormat): void => {
    // The menu closes, and the focus has to be somewhere that stays.
    label.current?.focus();
    onChoose?.(format);
  };
  const mayExport = useMayAct('back-office');
  const notes = [t('history:export.zeros'), t('history:export.masked')];
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 0 }} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <KeyButton
          ref={label}
          fullWidth={fullWidth}
          disabled={!mayExport || onChoose === undefined}
          title={mayExport ? undefined : t('history:export.notAllowed')}
          icon={IconDownload}
        >
          {t('history:export.label')}
        </KeyButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div role="group" aria-label={notes.join(' ')}>
          <Menu.Item leftSection={<IconFileText size={18} aria-hidden />} onClick={() => choose('csv')}>
            {t('history:export.csv')}
          </Menu.Item>
          <Menu.Item leftSection={<IconFileSpreadsheet size={18} aria-hidden />} onClick={() => choose('xlsx')}>
            {t('history:export.xlsx')}
          </Menu.Item>
        </div>
        {notes.map((note) => (
          <Menu.Label key={note} aria-hidden maw={280}>
            {note}
          </Menu.Label>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
