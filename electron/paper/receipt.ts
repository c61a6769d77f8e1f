/** Receipts on rolls of 58 and 80 mm, on letter and on A4. */
import type { ShownAttempt } from '#shared/ledger/listed-attempt.ts';
import { paperTable, type PaperSize } from '#shared/paper/paper-sizes.ts';
import { holdersOf, type CopyHolder, type ReceiptCopies } from '#shared/paper/receipt-copies.ts';
import { html, type Markup } from './html.ts';
import { merchantHead, receiptPages, receiptWarning, type Paper, type PaperMerchant, type Printed } from './page.ts';
import type { PaperWords } from './paper-words.ts';
import { receiptContent, type ReceiptContent, type ReceiptRow } from './receipt-content.ts';

export interface ReceiptMerchant extends PaperMerchant {
  /** Words at the foot of every receipt, such as the terms of a return. */
  readonly note: string;
}

export interface ReceiptPaper {
  readonly shown: ShownAttempt;
  readonly merchant: ReceiptMerchant;
  readonly size: PaperSize;
  readonly copies: ReceiptCopies;
  readonly printed: Printed;
}

/** @returns null for a payment without a receipt */
export function receiptPaper(
  words: PaperWords,
  { shown, merchant, size, copies, printed }: ReceiptPaper,
): Paper | null {
  const content = receiptContent(words, shown, Date.parse(printed.at));
  if (content === null) return null;
  const { t, moment } = words;
  const foot = t('paper:printed', { ...printed, at: moment(printed.at) });
  const fit = fits[size];
  const head = merchantHead(words, merchant);
  const warning = receiptWarning(words, shown.environment);
  const notes = linesOf(merchant.note);
  const copy = (holder: CopyHolder): Markup =>
    html` <div class="head">${head}</div>
      ${warning}
      <h1>${content.title}</h1>
      <p class="copy">${t(`paper:copy.${holder}`)}</p>
      <hr class="rule" />
      ${content.amountLabel === null ? null : html`<p class="copy">${content.amountLabel}</p>`}
      <p class="amount">${content.amount}</p>
      <p class="told">${content.told}</p>
      ${content.notes.map((note) => html`<p class="note">${note}</p>`)}
      <hr class="rule" />
      <dl>${content.rows.map((row) => rowOf(row, fit.characters))}</dl>
      ${holder === 'merchant' && paperTable[size].height !== null ? html`<p class="sign">${t('paper:signature')}</p>` : null}
      <hr class="rule" />
      ${notes.map((line) => html`<p class="copy">${line}</p>`)} ${warning}
      <p class="copy">${foot}</p>`;
  const texts = [...linesOf(merchant.address), merchant.phone, merchant.taxId, ...notes, foot];
  const rollHeight = heightOf(content, texts, warning !== null, fit);
  return receiptPages(
    words,
    { size, title: content.title, environment: shown.environment, rollHeight },
    holdersOf(copies).map(copy),
  );
}

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

interface Fit {
  /** Characters that surely fit on a line, whichever font the system has. */
  readonly characters: number;
  /** Height of a line in mm. */
  readonly line: number;
}

const fits: Readonly<Record<PaperSize, Fit>> = {
  'roll-58': { characters: 28, line: 3.85 },
  'roll-80': { characters: 38, line: 4.35 },
  letter: { characters: 60, line: 6 },
  a4: { characters: 60, line: 6 },
};

/** A value that does not fit beside its label stands under it. */
const rowOf = ({ label, value }: ReceiptRow, characters: number): Markup =>
  html`<div class="${isLong({ label, value }, characters) ? 'long' : ''}">
    <dt>${label}</dt>
    <dd>${value}</dd>
  </div>`;

const isLong = ({ label, value }: ReceiptRow, characters: number): boolean =>
  label.length + value.length + 1 > characters;

/** A roll has no height, and Chromium can't print without one: as long as its lines need, at most a few millimetres more. */
function heightOf(
  content: ReceiptContent,
  texts: readonly string[],
  warned: boolean,
  { characters, line }: Fit,
): number {
  const wrapped = (text: string, share = 1): number => Math.ceil(text.length / (characters * share));
  const rows = content.rows.map((row) => (isLong(row, characters) ? 1 + wrapped(row.value) : 1));
  const lines = [
    ...texts.map((text) => wrapped(text)),
    ...rows,
    ...content.notes.map((note) => wrapped(note) + 0.6),
    wrapped(content.told, 0.9),
    wrapped(content.title, 0.8) * 1.2,
    // The copy's name, the amount and the merchant's name are larger than a line; the rules have room around them.
    1 + 2 + 3.2 + 3 * 1.1 + (content.amountLabel === null ? 0 : 1),
    warned ? 2 * 4.2 : 0,
  ];
  return 10 + line * lines.reduce((sum, count) => sum + count, 0);
}
