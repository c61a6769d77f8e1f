/** Calls that print, save as PDF, or copy a receipt. What they show is read as for the screens, by the operator's rights. */
import type { Works } from '#electron/calls/by-rule.ts';
import type { Services } from '#electron/calls/services.ts';
import { writeBytes } from '#electron/export/write-file.ts';
import { receiptText } from '#electron/paper/receipt-text.ts';
import { wordsOf } from '#electron/shell/words.ts';
import { failed, ok, type Result } from '#shared/failure.ts';
import { receiptOf } from '#shared/payments/attempt.ts';
import type { ShownAttempt } from '#shared/ledger/listed-attempt.ts';
import { addressOf, maskedAddress } from '#shared/ledger/sent-receipts.ts';
import type { Language } from '#shared/languages.ts';
import { fileFailure, refuseOwnFile } from '#electron/calls/exports/export-attempts.ts';
import { merchantOnPaper } from './merchant-on-paper.ts';
import { createPapers } from './papers.ts';

export function paperCalls(parts: Services): Works['paper'] {
  const { history, merchants, dialogs, words, clock, printer, copyText, openMessage, showInFolder } = parts;
  const make = createPapers(parts);
  /** The PDF that was saved last, and who saved it. */
  let saved: { readonly file: string; readonly operator: string } | null = null;

  const print: Works['paper']['print'] = async (order, actor) => {
    const made = await make(order, actor);
    if (!made.ok) return made;
    const printed = await printer.print(made.value.paper, order.document.size);
    return printed.ok ? ok({ printed: printed.value }) : printed;
  };
  const savePdf: Works['paper']['savePdf'] = async (order, actor) => {
    const made = await make(order, actor);
    if (!made.ok) return made;
    const { paper, file, rows } = made.value;
    const { t } = words().paper;
    const kind = { extension: 'pdf', name: t('paper:file.pdf') };
    const path = await dialogs.askWhereToSave(t('paper:file.title'), file, kind);
    if (path === null) return ok(null);
    const own = refuseOwnFile(path, parts);
    if (own !== null) return own;
    const written = await writePdf(path, () => printer.pdf(paper), rows);
    if (written.ok) saved = { file: path, operator: actor.name };
    return written;
  };

  async function textOf(shown: ShownAttempt, link: string | null, language: Language) {
    const { paper } = wordsOf(language);
    const merchant = await merchantOnPaper(merchants, shown, paper);
    const text = receiptText(paper, { shown, merchant, link, at: clock().toISOString() });
    return { text, subject: paper.t('paper:receipt.subject', { merchant: merchant.name }) };
  }

  return {
    print,
    savePdf,
    showFile: async (_input, actor) => {
      if (saved?.operator !== actor.name) return failed({ kind: 'not-found' });
      showInFolder(saved.file);
      return ok(undefined);
    },
    copy: async ({ attemptId, as: form, language }, actor) => {
      const shown = await history.show(attemptId, actor);
      if (!shown.ok) return shown;
      const link = receiptOf(shown.value)?.href ?? null;
      const text = form === 'link' ? link : (await textOf(shown.value, link, language)).text;
      if (text === null) return failed({ kind: 'not-found' });
      await copyText(text);
      return ok({ copied: form });
    },
    send: async ({ attemptId, by, language }, actor) => {
      const shown = await history.show(attemptId, actor);
      if (!shown.ok) return shown;
      const to = addressOf(shown.value, by);
      // A training receipt is served to this computer alone.
      const link = shown.value.environment === 'training' ? null : (receiptOf(shown.value)?.href ?? null);
      const { subject, text } = await textOf(shown.value, link, language);
      if (to === null || text === null) return failed({ kind: 'not-found' });
      return ok({ opened: await openMessage({ by, to, subject, text }), to: maskedAddress(to) });
    },
  };
}

async function writePdf(
  path: string,
  pdf: () => Promise<Buffer>,
  rows: number,
): Promise<Result<{ readonly path: string; readonly rows: number } | null>> {
  try {
    await writeBytes(path, await pdf());
    return ok({ path, rows });
  } catch (error) {
    return fileFailure(error);
  }
}
