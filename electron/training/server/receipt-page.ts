/** Renders the receipt behind a `returnUrl`: one self-contained page with the charge and no card number. */
import { decimalText } from '#shared/payments/money.ts';
import { catalogues } from '#shared/locales/catalogues.ts';
import { languageOf, type Language } from '#shared/languages.ts';
import { bankKinds } from '#electron/training/bank/kinds.ts';
import type { BankTransaction } from '#electron/training/bank/transaction.ts';
import { serviceTime } from '#electron/training/families/field-checks.ts';

/** How the program wants the page; without it the page is as the transaction says. */
export interface ReceiptView {
  readonly language: Language | null;
  /** The service's transactions have no currency. */
  readonly currencySign: string;
}

export interface Aftermath {
  readonly capture: BankTransaction | null;
  readonly voided: boolean;
  /** Minor units of a charge that were refunded. */
  readonly refunded: number;
}

export function receiptPage(transaction: BankTransaction, later: Aftermath, view: ReceiptView): string {
  const language = view.language ?? languageOf(transaction.buyer.lang ?? 'ES');
  const words = catalogues[language].training.receipt;
  const { capture, refunded } = later;
  const verdict = verdictOf(transaction, later);
  const chargedAmount = verdict === 'charged' || verdict === 'refunded' ? transaction.amount : (capture?.amount ?? 0);
  const relatedWord = bankKinds[transaction.kind].refersTo === 'hold' ? words.authorization : words.payment;
  const money = (amount: number): string => `${view.currencySign}\u00a0${grouped(decimalText(amount))}`;
  const rows: readonly (readonly [string, string])[] = [
    [words.charged, money(chargedAmount)],
    [words.asked, money(transaction.amount)],
    ...(transaction.taxAmount === null ? [] : ([[words.tax, money(transaction.taxAmount)]] as const)),
    [words.card, `${transaction.buyer.brand} •••• ${transaction.buyer.lastFour}`],
    [words.name, `${transaction.buyer.firstName} ${transaction.buyer.lastName}`],
    [words.description, transaction.description],
    [words.date, serviceTime(transaction.at).replace('T', ' ')],
    ['codOper', transaction.codOper],
    ...(refunded === 0 ? [] : ([[words.refundedAmount, money(refunded)]] as const)),
    ...(transaction.related === null ? [] : ([[relatedWord, transaction.related.codOper]] as const)),
    ...(capture === null ? [] : ([[words.capture, capture.codOper]] as const)),
  ];
  const list = rows.map(([label, value]) => `<dt>${escape(label)}</dt><dd>${escape(value)}</dd>`).join('');
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(words.title)}</title><style>${style}</style></head>
<body><p class="notice">${escape(words.notice)}</p><main>
<h1>${mark}${escape(words.title)}</h1><p class="verdict ${verdict}">${escape(verdict === 'charged' ? words.verdictCharged : words[verdict])}</p>
<dl>${list}</dl></main></body></html>
`;
}

/** Groups the digits of a decimal: `1,250.50`, as both languages write it in Panama. */
const grouped = (decimal: string): string => decimal.replace(/\B(?=(\d{3})+\.)/g, ',');

type Verdict = 'charged' | 'held' | 'captured' | 'voided' | 'refunded' | 'declined' | 'void' | 'refund';

function verdictOf(transaction: BankTransaction, { capture, voided, refunded }: Aftermath): Verdict {
  if (transaction.declined !== null) return 'declined';
  const { does } = bankKinds[transaction.kind];
  switch (does) {
    case 'hold':
      if (voided) return 'voided';
      return capture === null ? 'held' : 'captured';
    case 'charge':
    case 'capture':
      return refunded === 0 ? 'charged' : 'refunded';
    case 'void':
    case 'refund':
      return does;
  }
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${String(sign.charCodeAt(0))};`);

const mark =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M8 3h8a1 1 0 0 1 1 1v10H7V4a1 1 0 0 1 1-1z"/><path d="M4 15h16v4a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2z"/></svg>';

/** Colours of the program's screens; the band is striped, so that training shows without colour too. */
const style = `
:root{color-scheme:light dark;--ink:#1b2430;--soft:#5b6775;--paper:#fff;--ground:#eef1f4;--line:#dfe4ea;--good:#0b6e4f;--held:#7a5200;--bad:#a3262b;--training:#0b6e69}
@media(prefers-color-scheme:dark){:root{--ink:#e8edf2;--soft:#9aa7b5;--paper:#1c232c;--ground:#11161c;--line:#2f3945;--good:#5fd0a5;--held:#f0bf5a;--bad:#ff8f8f;--training:#0a5c57}}
*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.5 "Inter Variable",Inter,system-ui,"Segoe UI","Liberation Sans",sans-serif}
.notice{margin:0;padding:.625rem 1rem;text-align:center;font-weight:600;color:#fff;background:repeating-linear-gradient(-45deg,var(--training) 0 14px,color-mix(in srgb,var(--training) 84%,#000) 14px 28px)}
main{width:min(30rem,100% - 2rem);margin:1.5rem auto;padding:1.75rem;background:var(--paper);border:1px solid var(--line);border-radius:8px}
h1{display:flex;align-items:center;gap:.625rem;margin:0 0 .75rem;font-size:1rem;font-weight:600}svg{width:1.5rem;height:1.5rem;fill:var(--training)}
.verdict{margin:0 0 1.25rem;font-size:1.125rem;font-weight:600}.charged,.captured,.void,.refund{color:var(--good)}.held,.voided,.refunded{color:var(--held)}.declined{color:var(--bad)}
dl{display:grid;grid-template-columns:auto 1fr;margin:0}dt{color:var(--soft)}dt,dd{padding:.375rem 0;border-top:1px solid var(--line)}
dd{margin:0;padding-left:1.5rem;text-align:right;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}dd:first-of-type{font-size:1.5rem;font-weight:600;line-height:1.25}
@media print{body{background:#fff;color:#000}.notice{color:#000;background:none;border:2px solid #000}main{border:0;margin:0}}
`;
