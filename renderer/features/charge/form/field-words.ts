/** The words for what is wrong with a field of the Charge form. */
import { parseAmount, type MinorUnits } from '#shared/payments/money.ts';
import type { Translate } from '#renderer/words/i18n.ts';
import type { FieldName, FieldProblem } from './payment-problems.ts';

const requiredWords = [
  'amount',
  'cardNumber',
  'expiry',
  'securityCode',
  'firstName',
  'lastName',
  'email',
  'phone',
  'concept',
  'description',
] as const;
type RequiredField = (typeof requiredWords)[number];
const isRequired = (field: FieldName): field is RequiredField => (requiredWords as readonly string[]).includes(field);

/** @param money writes an amount with the merchant's sign, for the reading that is offered */
export function problemWords(
  t: Translate,
  field: FieldName,
  problem: FieldProblem,
  money: (amount: MinorUnits) => string,
): string {
  switch (problem.kind) {
    case 'required':
      return isRequired(field) ? t(`charge:problem.required.${field}`) : '';
    case 'too-long':
      return t('charge:problem.tooLong', { count: problem.count, max: problem.max });
    case 'amount':
      return amountWords(t, problem.problem, money);
    case 'tax-over-amount':
      return t('charge:problem.taxOverAmount');
    case 'card-number':
      return t(`charge:problem.cardNumber.${problem.problem}`);
    case 'expiry':
      return t(`charge:problem.expiry.${problem.problem}`);
    case 'security-code':
      return t('charge:problem.securityCode');
    case 'email':
      return t('charge:problem.email');
    case 'phone':
      return t('charge:problem.phone');
    case 'phone-too-long':
      return t('charge:problem.phoneTooLong', { count: problem.count, max: problem.max });
    case 'ip':
      return t('charge:problem.ipCheck');
    case 'card-number-here':
      return t('charge:problem.cardNumberHere');
    case 'refused':
      return t('charge:problem.refusedByService', { code: problem.code });
  }
}

function amountWords(
  t: Translate,
  problem: Extract<FieldProblem, { kind: 'amount' }>['problem'],
  money: (amount: MinorUnits) => string,
): string {
  switch (problem.kind) {
    case 'empty':
      return t('charge:problem.required.amount');
    case 'separator':
      return problem.reading === null
        ? t('charge:problem.amount.separator')
        : t('charge:problem.amount.separatorOffer', { reading: money(problem.reading) });
    case 'not-a-number':
    case 'negative':
    case 'zero':
    case 'too-many-decimals':
    case 'too-large':
      return t(`charge:problem.amount.${problem.kind}`);
  }
}

/** What an amount typed with separators most likely means; null when there is nothing to offer. */
export function offeredReading(text: string, allowZero = false): MinorUnits | null {
  const parsed = parseAmount(text, allowZero);
  return !parsed.ok && parsed.problem.kind === 'separator' ? parsed.problem.reading : null;
}
