/** Messages for the issues of the Charge form's fields. */
import { parseAmount, type MinorUnits } from '#shared/payments/money.ts';
import { fieldsWith, type FormField, type RequiredField } from '#shared/payments/payment-fields.ts';
import { tell, type Translate } from '#renderer/words/i18n.ts';
import type { FieldName, FieldIssue } from './payment-issues.ts';

function requiredWords(t: Translate, field: FieldName): string {
  switch (field) {
    case 'cardNumber':
    case 'expiry':
    case 'securityCode':
      return t(`charge:issue.required.${field}`);
    default:
      return isNeeded(field) ? t(`fields:${field}.required`) : '';
  }
}

const needed: readonly string[] = fieldsWith('required', true);
const isNeeded = (field: FieldName): field is FormField & RequiredField => needed.includes(field);

/** @param money formats an amount with the merchant's sign, for the offered reading */
export function issueWords(
  t: Translate,
  field: FieldName,
  issue: FieldIssue,
  money: (amount: MinorUnits) => string,
): string {
  switch (issue.kind) {
    case 'required':
      return requiredWords(t, field);
    case 'amount':
      return amountWords(t, issue.issue, money);
    case 'card-number':
      return t(`charge:issue.cardNumber.${issue.issue}`);
    case 'expiry':
      return t(`charge:issue.expiry.${issue.issue}`);
    default:
      return tell(t, `charge:issue.${issue.kind}`, issue);
  }
}

function amountWords(
  t: Translate,
  issue: Extract<FieldIssue, { kind: 'amount' }>['issue'],
  money: (amount: MinorUnits) => string,
): string {
  switch (issue.kind) {
    case 'empty':
      return t('fields:amount.required');
    case 'separator':
      return issue.reading === null
        ? t('charge:issue.amount.separator')
        : t('charge:issue.amount.separatorOffer', { reading: money(issue.reading) });
    case 'currency':
      return t('charge:issue.amount.currencyOffer', { reading: money(issue.reading) });
    case 'not-a-number':
    case 'negative':
    case 'zero':
    case 'too-many-decimals':
    case 'too-large':
      return t(`charge:issue.amount.${issue.kind}`);
  }
}

/** Returns the likely meaning of an amount typed with separators or a currency; null when there is nothing to offer. */
export function offeredReading(text: string, allowZero = false): MinorUnits | null {
  const parsed = parseAmount(text, allowZero);
  return !parsed.ok && 'reading' in parsed.issue ? parsed.issue.reading : null;
}
