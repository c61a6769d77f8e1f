/** Makes the paper of an order: reads its data as the operator may see it, and lays it out. */
import type { Actor } from '#electron/core/ports/host.ts';
import { closedFigures } from '#electron/core/reports/reports.ts';
import { batchPaper } from '#electron/paper/batch.ts';
import { dayClosePaper } from '#electron/paper/day-close.ts';
import { holdListPaper, type HoldListPaper } from '#electron/paper/hold-list.ts';
import type { Paper, PaperMerchant } from '#electron/paper/page.ts';
import { reconciliationPaper } from '#electron/paper/reconciliation.ts';
import { receiptPaper } from '#electron/paper/receipt.ts';
import { wordsOf, type Words } from '#electron/shell/words.ts';
import { failed, ok, type Result } from '#shared/failure.ts';
import type { Hold } from '#shared/ledger/holds.ts';
import { mostPrintedHolds, type PaperDocument, type PaperOrder } from '#shared/paper/paper-documents.ts';
import { figuresName } from '#electron/calls/exports/export-report.ts';
import { merchantOnPaper } from './merchant-on-paper.ts';
import type { Services } from '#electron/calls/services.ts';

interface MadePaper {
  readonly paper: Paper;
  /** Name of its file, without the extension. */
  readonly file: string;
  readonly rows: number;
}

type Making = Promise<Result<MadePaper>>;
type Of<Kind extends PaperDocument['kind']> = Extract<PaperDocument, { kind: Kind }>;

const readSize = 500;

export function createPapers(services: Services) {
  return ({ document, language }: PaperOrder, actor: Actor): Making => {
    const words = wordsOf(language);
    switch (document.kind) {
      case 'receipt':
        return receipt(services, document, words, actor);
      case 'batch':
        return batch(services, document, words, actor);
      case 'holds':
        return holds(services, document, words, actor);
      case 'reconciliation':
        return reconciliation(services, document, words, actor);
      case 'day-close':
        return dayClose(services, document, words, actor);
    }
  };
}

const printedBy = ({ clock, seat }: Services, actor: Actor) => ({
  at: clock().toISOString(),
  operator: actor.name,
  seat: seat.settings().seat,
});

/** Returns the head of one merchant; null for papers of several. */
async function headOf(
  merchants: Services['merchants'],
  ids: readonly { readonly merchantId: string; readonly merchantName: string }[],
  { paper }: Words,
): Promise<PaperMerchant | null> {
  const [first, ...others] = ids;
  const one = first !== undefined && others.every(({ merchantId }) => merchantId === first.merchantId);
  return one ? merchantOnPaper(merchants, first, paper) : null;
}

async function receipt(
  services: Services,
  { attemptId, size, copies }: Of<'receipt'>,
  words: Words,
  actor: Actor,
): Making {
  const { history, merchants } = services;
  const shown = await history.show(attemptId, actor);
  if (!shown.ok) return shown;
  const merchant = await merchantOnPaper(merchants, shown.value, words.paper);
  const printed = printedBy(services, actor);
  const paper = receiptPaper(words.paper, { shown: shown.value, merchant, size, copies, printed });
  if (paper === null) return failed({ kind: 'not-found' });
  const day = words.day(new Date(shown.value.startedAt));
  return ok({
    paper,
    rows: 1,
    file: words.paper.t('paper:file.receipt', { day, lastFour: shown.value.card?.lastFour ?? '' }),
  });
}

async function batch(services: Services, { batchId, size }: Of<'batch'>, words: Words, actor: Actor): Making {
  const { batches, merchants } = services;
  const found = await batches.find(batchId);
  if (!found.ok) return found;
  const { rows, startedAt } = found.value;
  const attempts = rows.flatMap(({ attempt }) => attempt ?? []);
  const environment =
    rows.flatMap(({ authorization }) => authorization?.environment ?? [])[0] ?? merchants.active().environment;
  const merchant = await headOf(merchants, attempts, words);
  const printed = printedBy(services, actor);
  const paper = batchPaper(words.paper, { batch: found.value, merchant, environment, size, printed });
  return ok({
    paper,
    rows: rows.length,
    file: words.paper.t('paper:file.batch', { day: words.day(new Date(startedAt)) }),
  });
}

async function holds(services: Services, { query, size }: Of<'holds'>, words: Words, actor: Actor): Making {
  const { merchants, clock } = services;
  const read = await everyHold(services.history, query, actor);
  if (!read.ok) return read;
  const { holds: list } = read.value;
  const environment = query.environment ?? merchants.active().environment;
  const merchant = await headOf(
    merchants,
    list.map(({ authorization }) => authorization),
    words,
  );
  const printed = printedBy(services, actor);
  const paper = holdListPaper(words.paper, { ...query, ...read.value, merchant, environment, size, printed });
  return ok({ paper, rows: list.length, file: words.paper.t('paper:file.holds', { day: words.day(clock()) }) });
}

async function everyHold(
  history: Services['history'],
  query: Of<'holds'>['query'],
  actor: Actor,
): Promise<Result<Pick<HoldListPaper, 'holds' | 'totals' | 'cut'>>> {
  const list: Hold[] = [];
  for (;;) {
    const last = list.at(-1);
    const after = last === undefined ? null : { expiresAt: last.expiresAt, id: last.id };
    const page = await history.holds({ ...query, after, limit: readSize }, actor);
    if (!page.ok) return page;
    list.push(...page.value.holds);
    const { more, totals } = page.value;
    if (!more || list.length >= mostPrintedHolds) return ok({ holds: list, totals, cut: more });
  }
}

async function dayClose(services: Services, { query, size }: Of<'day-close'>, words: Words, actor: Actor): Making {
  const { reports, merchants } = services;
  const read = await closedFigures(reports, query);
  if (!read.ok) return read;
  const found = (await merchants.list()).find((view) => view.merchant.id === query.merchantId)?.merchant;
  const merchant =
    found === undefined
      ? null
      : await merchantOnPaper(merchants, { merchantId: found.id, merchantName: found.name }, words.paper);
  const { currencySign } = found ?? merchants.active();
  const printed = printedBy(services, actor);
  const paper = dayClosePaper(words.paper, { ...query, ...read.value, currencySign, merchant, size, printed });
  const rows = read.value.figures.currencies.reduce((sum, { attempts }) => sum + attempts.count, 0);
  return ok({ paper, rows, file: figuresName(words.t, query) });
}

async function reconciliation(
  services: Services,
  { id, size }: Of<'reconciliation'>,
  words: Words,
  actor: Actor,
): Making {
  const { reconciliations, merchants } = services;
  const reconciled = reconciliations.find(id);
  if (reconciled === null) return failed({ kind: 'not-found' });
  const { query, merchantName, lines } = reconciled;
  const { merchantId, environment, first, last } = query;
  const merchant = await merchantOnPaper(merchants, { merchantId, merchantName }, words.paper);
  const printed = printedBy(services, actor);
  const paper = reconciliationPaper(words.paper, { reconciled, merchant, environment, size, printed });
  const day = [...new Set([first, last])].join('_');
  return ok({ paper, rows: lines.length, file: words.paper.t('paper:file.reconciliation', { day }) });
}
