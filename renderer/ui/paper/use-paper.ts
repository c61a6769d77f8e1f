/** Prints a document or saves it as PDF, and remembers the paper that was chosen. */
import type { PaperDocument } from '#shared/paper/paper-documents.ts';
import type { ReceiptCopies } from '#shared/seat/receipt-copies.ts';
import type { PaperSize, SheetSize } from '#shared/seat/paper-sizes.ts';
import type { Language } from '#shared/languages.ts';
import { api, useAction, useMainEvent } from '#renderer/session/api.ts';
import { useActHere, useFrameAct } from '#renderer/session/frame-acts.ts';
import { useSession } from '#renderer/session/session.tsx';
import { isDialogOpen } from '#renderer/ui/dialog-keys.ts';
import { useEffect, useState } from 'react';

/** What is printed, without the paper. */
export type PaperSubject =
  | { readonly kind: 'receipt'; readonly attemptId: string }
  | Omit<Extract<PaperDocument, { kind: 'batch' }>, 'size'>
  | Omit<Extract<PaperDocument, { kind: 'holds' }>, 'size'>
  | Omit<Extract<PaperDocument, { kind: 'day-close' }>, 'size'>
  | Omit<Extract<PaperDocument, { kind: 'reconciliation' }>, 'size'>;

export interface PaperChoice {
  readonly receiptPaper: PaperSize;
  readonly documentPaper: SheetSize;
  readonly receiptCopies: ReceiptCopies;
  readonly language: Language;
}

const documentOf = (
  subject: PaperSubject,
  { receiptPaper, documentPaper, receiptCopies }: PaperChoice,
): PaperDocument =>
  subject.kind === 'receipt'
    ? { ...subject, size: receiptPaper, copies: receiptCopies }
    : { ...subject, size: documentPaper };

/** @param onPrinted called when the paper left for the printer */
export function usePaper(subject: PaperSubject, onPrinted?: () => void) {
  const { settings } = useSession();
  const print = useAction('paper', 'print', useActHere('print', subject.kind));
  const pdf = useAction('paper', 'savePdf', useActHere('savePdf', subject.kind));
  const show = useAction('paper', 'showFile');
  const save = useFrameAct('seat', 'save');
  const remember = ({ language: _language, ...chosen }: PaperChoice): void => {
    const names = ['receiptPaper', 'documentPaper', 'receiptCopies'] as const;
    if (names.some((name) => settings[name] !== chosen[name])) void save({ ...settings, ...chosen });
  };
  return {
    print(choice: PaperChoice): void {
      remember(choice);
      pdf.reset();
      print.mutate(
        { document: documentOf(subject, choice), language: choice.language },
        { onSuccess: ({ printed }) => (printed ? onPrinted?.() : undefined) },
      );
    },
    savePdf(choice: PaperChoice): void {
      remember(choice);
      print.reset();
      pdf.mutate({ document: documentOf(subject, choice), language: choice.language });
    },
    showFile: (): void => show.mutate(undefined),
    printing: print.isPending,
    saving: pdf.isPending,
    /** The paper left for the printer. */
    printed: print.data?.printed === true,
    saved: pdf.data?.path ?? null,
    failure: print.error?.failure ?? pdf.error?.failure ?? show.error?.failure ?? null,
  };
}

/** Documents that can be printed now, oldest first. The last one is meant: a result comes after the list beside it. */
const offers = new Set<object>();

/** @param run undefined while there is nothing to print */
export function usePrintCommand(run: (() => void) | undefined): void {
  const [own] = useState(() => ({}));
  const printable = run !== undefined;
  useEffect(() => {
    if (!printable) return undefined;
    offers.add(own);
    void api.seat.printable({ printable: true });
    return () => {
      offers.delete(own);
      void api.seat.printable({ printable: offers.size > 0 });
    };
  }, [printable, own]);
  useMainEvent('menu.command', ({ command, byKey }) => {
    // Keys of the menu come from main, where no dialog can hold them back.
    if (byKey === true && isDialogOpen()) return;
    if (command === 'print' && [...offers].at(-1) === own) run?.();
  });
}
