/** Receipts on rolls of 58 and 80 mm, on letter and on A4. */
import type { ShownAttempt } from '#shared/ledger/listed-attempt.ts';
import { paperTable, type PaperSize } from '#shared/seat/paper-sizes.ts';
import { holdersOf, type CopyHolder, type ReceiptCopies } from '#shared/seat/receipt-copies.ts';
import { html, type Markup } from './html.ts';
import { merchantHead, receiptPages, type Paper, type Printed, type ReceiptMerchant } from './page.ts';
import type { PaperWords } from './paper-words.ts';
import { receiptContent, type ReceiptContent, type ReceiptRow } from './receipt-content.ts';

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
  const content = receiptContent(words, shown, merchant, Date.parse(printed.at));
  if (content === null) return null;
  const { t, moment } = words;
  const foot = t('paper:printed', { ...printed, at: moment(printed.at) });
  const fit = fits[size];
  const head = merchantHead(words, merchant);
  const { environment } = shown;
  const warning = environment === 'production' ? null : t(`paper:notAReceipt.${environment}`);
  const warned = warning === null ? null : html`<p class="warning">${warning}</p>`;
  const notes = linesOf(merchant.note);
  const copy = (holder: CopyHolder): Markup =>
    html` <div class="head">${head}</div>
      ${warned}
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
      ${notes.map((line) => html`<p class="copy">${line}</p>`)} ${warned}
      <p class="copy">${foot}</p>`;
  const rollHeight = heightOf(content, { merchant, warning, foot }, fit);
  return receiptPages(words, { size, title: content.title, environment, rollHeight }, holdersOf(copies).map(copy));
}

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

interface Fit {
  /** Characters that surely fit on a line, whichever font the system has. */
  readonly characters: number;
  /** Heights of a line of text, of the amount and of the merchant's name, in mm. */
  readonly line: number;
  readonly amount: number;
  readonly name: number;
}

const sheetFit: Fit = { characters: 60, line: 6, amount: 11, name: 8 };
const fits: Readonly<Record<PaperSize, Fit>> = {
  'roll-58': { characters: 28, line: 3.81, amount: 5.93, name: 4.77 },
  'roll-80': { characters: 37, line: 4.29, amount: 7.2, name: 5.24 },
  letter: sheetFit,
  a4: sheetFit,
};

/** A value that does not fit beside its label stands under it. */
const rowOf = ({ label, value }: ReceiptRow, characters: number): Markup =>
  html`<div class="${isLong({ label, value }, characters) ? 'long' : ''}">
    <dt>${label}</dt>
    <dd>${value}</dd>
  </div>`;

const isLong = ({ label, value }: ReceiptRow, characters: number): boolean =>
  label.length + value.length + 1 > characters;

/** Counts the lines of a text, which breaks between words, and within one that is longer than a line. */
function linesFor(text: string, characters: number): number {
  let lines = 1;
  let used = 0;
  for (const { length } of text.split(/\s/)) {
    const wanted = used === 0 ? length : used + 1 + length;
    if (wanted > characters) lines += (used === 0 ? -1 : 0) + Math.ceil(length / characters);
    used = wanted > characters ? length % characters : wanted;
  }
  return lines;
}

/** Small print in mm, and the room around rules, notes and the frame of a warning (`style.ts`). */
const heights = { small: 3.81, title: 7, rule: 4.3, note: 2, warning: 7.1, spare: 3, margins: 6 } as const;
/** Bold letters take more room. */
const boldShare = 0.88;

/** A roll has no height, and Chromium can't print without one: as long as its lines need, at most a few millimetres more. */
function heightOf(
  content: ReceiptContent,
  {
    merchant,
    warning,
    foot,
  }: { readonly merchant: ReceiptMerchant; readonly warning: string | null; readonly foot: string },
  { characters, line, amount, name }: Fit,
): number {
  const sum = (parts: readonly number[]): number => parts.reduce((all, part) => all + part, 0);
  const plain = (text: string): number => linesFor(text, characters) * line;
  const bold = (text: string): number => linesFor(text, characters * boldShare) * line;
  const small = (text: string): number => linesFor(text, (characters * line) / heights.small) * heights.small;
  const taxId = merchant.taxId === '' ? [] : [merchant.taxId];
  const phone = merchant.phone === '' ? [] : [merchant.phone];
  return sum([
    heights.margins + heights.spare + heights.title + 3 * heights.rule,
    linesFor(merchant.name, (characters * boldShare * line) / name) * name,
    ...[...linesOf(merchant.address), ...phone, ...taxId].map(plain),
    // The name of the copy, the label of the amount, and the amount with its margins.
    heights.small * (content.amountLabel === null ? 1 : 2) + amount + heights.note,
    bold(content.told),
    ...content.notes.map((note) => plain(note) + heights.note),
    ...content.rows.map((row) => (isLong(row, characters) ? line + plain(row.value) : line)),
    ...[...linesOf(merchant.note), foot].map(small),
    ...(warning === null ? [] : [2 * (heights.warning + bold(warning))]),
  ]);
}
