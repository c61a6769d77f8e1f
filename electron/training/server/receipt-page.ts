/** Renders the receipt behind a `returnUrl`: one self-contained page with the charge and no card number. */
import { decimalText } from '#shared/payments/money.ts';
import { operationFacts, operationOfType } from '#shared/payments/operations.ts';
import { training as english } from '#shared/locales/en/settings/training.ts';
import { training as spanish } from '#shared/locales/es/settings/training.ts';
import type { BankTransaction } from '#electron/training/bank/transaction.ts';
import { serviceTime } from '#electron/training/families/field-checks.ts';

/** @param capture the capture of an authorization, if there is one */
export function receiptPage(transaction: BankTransaction, capture: BankTransaction | null): string {
  const lang = transaction.buyer.lang;
  const words = (lang === 'EN' ? english : spanish).receipt;
  const verdict = verdictOf(transaction, capture);
  const chargedAmount = verdict === 'charged' ? transaction.amount : (capture?.amount ?? 0);
  const rows: readonly (readonly [string, string])[] = [
    [words.charged, decimalText(chargedAmount)],
    [words.asked, decimalText(transaction.amount)],
    ...(transaction.taxAmount === null ? [] : ([[words.tax, decimalText(transaction.taxAmount)]] as const)),
    [words.card, `${transaction.buyer.brand} •••• ${transaction.buyer.lastFour}`],
    [words.name, `${transaction.buyer.firstName} ${transaction.buyer.lastName}`],
    [words.description, transaction.description],
    [words.date, serviceTime(transaction.at).replace('T', ' ')],
    ['codOper', transaction.codOper],
    ...(transaction.related === null ? [] : ([[words.authorization, transaction.related.codOper]] as const)),
    ...(capture === null ? [] : ([[words.capture, capture.codOper]] as const)),
  ];
  const list = rows.map(([label, value]) => `<dt>${escape(label)}</dt><dd>${escape(value)}</dd>`).join('');
  return `<!doctype html>
<html lang="${lang.toLowerCase()}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(words.title)}</title><style>${style}</style></head>
<body><main><p class="notice">${escape(words.notice)}</p>
<h1>${escape(words.title)}</h1><p class="verdict ${verdict}">${escape(verdict === 'charged' ? words.verdictCharged : words[verdict])}</p>
<dl>${list}</dl></main></body></html>
`;
}

type Verdict = 'charged' | 'held' | 'captured' | 'declined';

function verdictOf(transaction: BankTransaction, capture: BankTransaction | null): Verdict {
  if (transaction.declined !== null) return 'declined';
  const { receipt } = operationFacts(operationOfType[transaction.kind]);
  switch (receipt) {
    case 'charged':
      return 'charged';
    case 'held':
      return capture === null ? 'held' : 'captured';
  }
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${String(sign.charCodeAt(0))};`);

const style = `
:root{color-scheme:light dark;--ink:#1b2430;--soft:#5b6775;--paper:#fff;--ground:#eef1f4;--line:#dfe4ea;--good:#0b6e4f;--held:#7a5200;--bad:#a3262b}
@media(prefers-color-scheme:dark){:root{--ink:#e8edf2;--soft:#9aa7b5;--paper:#1c232c;--ground:#11161c;--line:#2f3945;--good:#5fd0a5;--held:#f0bf5a;--bad:#ff8f8f}}
*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:30rem;margin:2rem auto;padding:2rem;background:var(--paper);border:1px solid var(--line);border-radius:12px}
h1{margin:.25rem 0 .5rem;font-size:1.375rem}.notice{margin:0;color:var(--soft);font-size:.875rem}
.verdict{margin:0 0 1.25rem;font-weight:600}.charged,.captured{color:var(--good)}.held{color:var(--held)}.declined{color:var(--bad)}
dl{display:grid;grid-template-columns:auto 1fr;gap:.5rem 1.5rem;margin:0}dt{color:var(--soft)}
dd{margin:0;text-align:right;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}dd:first-of-type{font-size:1.25rem;font-weight:600}
@media print{body{background:#fff}main{border:0;margin:0}}
`;
