/** Button and key that print the document of a screen, or save it as PDF. */
import { ActionIcon, type ButtonProps } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { useActions } from '#renderer/ui/actions.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { PaperDialog } from './paper-dialog.tsx';
import { usePrintCommand } from './use-print-command.ts';
import type { PaperSubject } from './use-paper.ts';
import { KeyButton } from '#renderer/ui/shortcuts.tsx';

export function PrintButton({
  subject,
  heading,
  compact = false,
  note,
  ...button
}: {
  /** Null while there is nothing to print. */
  readonly subject: PaperSubject | null;
  /** Heading of its actions in the palette: the name of the screen. */
  readonly heading: string;
  /** Shows the icon alone, where there is little room. */
  readonly compact?: boolean;
  /** What the document leaves out, for the dialog. */
  readonly note?: string | undefined;
} & Pick<ButtonProps, 'variant' | 'px' | 'fullWidth'>) {
  const { t } = useText();
  const [open, setOpen] = useState(false);
  const start = subject === null || open ? undefined : (): void => setOpen(true);
  useActions(heading, [{ name: t('printing:print'), keys: 'Mod+P', run: start }]);
  usePrintCommand(start);
  return (
    <>
      {compact ? (
        <ActionIcon
          variant="default"
          size={40}
          aria-label={t('printing:print')}
          title={t('printing:print')}
          disabled={subject === null}
          onClick={start}
        >
          <IconPrinter size={18} aria-hidden />
        </ActionIcon>
      ) : (
        <KeyButton
          variant="default"
          {...button}
          icon={IconPrinter}
          keys="Mod+P"
          disabled={subject === null}
          onClick={start}
        >
          {t('printing:print')}
        </KeyButton>
      )}
      {open && subject !== null && <PaperDialog subject={subject} note={note} onClose={() => setOpen(false)} />}
    </>
  );
}
