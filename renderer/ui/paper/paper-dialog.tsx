/** Dialog before a document is printed or saved: paper, language, and for a receipt its copies and ways to send it. */
import { Button, SegmentedControl, Stack, ActionIcon, type ButtonProps } from '@mantine/core';
import { IconFileTypePdf, IconPrinter } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import { receiptSizes, sheetSizes } from '#shared/seat/paper-sizes.ts';
import { receiptCopies } from '#shared/seat/receipt-copies.ts';
import { languageChoices, type Language } from '#shared/languages.ts';
import { useSession } from '#renderer/session/session.tsx';
import { Dialog, DialogFoot, FocusOnOpening } from '#renderer/ui/dialog.tsx';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { Callout } from '#renderer/ui/parts.tsx';
import { useDialogKeys } from '#renderer/ui/dialog-keys.ts';
import { KeyButton } from '#renderer/ui/shortcuts.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { usePaper, type PaperChoice, type PaperSubject, usePrintCommand } from './use-paper.ts';
import classes from './paper-dialog.module.css';
import { useActions } from '#renderer/ui/actions.tsx';

export function PaperDialog({
  subject,
  about,
  note,
  onClose,
  renderMore,
}: {
  readonly subject: PaperSubject;
  /** Names what the document is about. */
  readonly about?: ReactNode;
  /** What the document leaves out. */
  readonly note?: string | undefined;
  readonly onClose: () => void;
  /** Further ways to give the document away, in the language that is chosen. */
  readonly renderMore?: (language: Language) => ReactNode;
}) {
  const { t, language: shown } = useText();
  const { settings } = useSession();
  const [choice, setChoice] = useState<PaperChoice>({ ...settings, language: shown });
  const change = (part: Partial<PaperChoice>): void => setChoice((before) => ({ ...before, ...part }));
  const desk = usePaper(subject, onClose);
  const print = (): void => desk.print(choice);
  const savePdf = (): void => desk.savePdf(choice);
  const busy = desk.printing || desk.saving;
  useDialogKeys({ 'Mod+P': busy ? undefined : print, 'Mod+Shift+P': busy ? undefined : savePdf });
  return (
    <Dialog onClose={onClose} title={t(`printing:title.${subject.kind}`)} size="lg">
      {/* Buttons that were off meanwhile have lost the focus. */}
      {!busy && <FocusOnOpening />}
      <Stack gap={16}>
        {about}
        <PaperChoices isReceipt={subject.kind === 'receipt'} choice={choice} change={change} />
        {renderMore?.(choice.language)}
        {note !== undefined && <p>{note}</p>}
        {desk.failure !== null && <FailureNotice failure={desk.failure} act="giving" />}
        {desk.saved !== null && (
          <Callout
            tone="approved"
            role="status"
            actions={
              <Button size="compact-md" onClick={desk.showFile}>
                {t('work:show')}
              </Button>
            }
          >
            {t('printing:saved', { path: desk.saved })}
          </Callout>
        )}
        <p className={classes.masked}>{t('printing:masked')}</p>
        <DialogFoot>
          <KeyButton
            icon={IconFileTypePdf}
            keys="Mod+Shift+P"
            loading={desk.saving}
            disabled={desk.printing}
            onClick={savePdf}
          >
            {t('printing:pdf')}
          </KeyButton>
          <KeyButton
            variant="filled"
            data-autofocus
            icon={IconPrinter}
            keys="Mod+P"
            loading={desk.printing}
            disabled={desk.saving}
            onClick={print}
          >
            {t('printing:print')}
          </KeyButton>
        </DialogFoot>
      </Stack>
    </Dialog>
  );
}

function PaperChoices({
  isReceipt,
  choice,
  change,
}: {
  readonly isReceipt: boolean;
  readonly choice: PaperChoice;
  readonly change: (part: Partial<PaperChoice>) => void;
}) {
  const { t } = useText();
  return (
    <>
      {isReceipt ? (
        <Choice
          label={t('printing:paper')}
          value={choice.receiptPaper}
          options={receiptSizes.map((value) => ({ value, label: t(`printing:papers.${value}`) }))}
          onChange={(receiptPaper) => change({ receiptPaper })}
        />
      ) : (
        <Choice
          label={t('printing:paper')}
          value={choice.documentPaper}
          options={sheetSizes.map((value) => ({ value, label: t(`printing:papers.${value}`) }))}
          onChange={(documentPaper) => change({ documentPaper })}
        />
      )}
      <div className={classes.pair}>
        {isReceipt && (
          <Choice
            label={t('printing:copies')}
            value={choice.receiptCopies}
            options={receiptCopies.map((value) => ({ value, label: t(`printing:copy.${value}`) }))}
            onChange={(copies) => change({ receiptCopies: copies })}
          />
        )}
        <Choice
          label={t('language')}
          value={choice.language}
          options={languageChoices}
          onChange={(language) => change({ language })}
        />
      </div>
    </>
  );
}

function Choice<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}) {
  const id = useId();
  return (
    <div className={classes.choice}>
      <span id={id} className={classes.label}>
        {label}
      </span>
      <SegmentedControl
        fullWidth
        aria-labelledby={id}
        value={value}
        data={[...options]}
        onChange={(chosen) => {
          const found = options.find((option) => option.value === chosen);
          if (found !== undefined) onChange(found.value);
        }}
      />
    </div>
  );
}

/** Button and key that print the document of a screen, or save it as PDF. */
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
  /** Sentence of the dialog about what the document leaves out. */
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
        <KeyButton {...button} icon={IconPrinter} keys="Mod+P" disabled={subject === null} onClick={start}>
          {t('printing:print')}
        </KeyButton>
      )}
      {open && subject !== null && <PaperDialog subject={subject} note={note} onClose={() => setOpen(false)} />}
    </>
  );
}
