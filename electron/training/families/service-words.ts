/** Texts of the service: descriptions of headerStatus codes and texts of declines, as real deployments word them. */
import type { DeclineReason } from '#shared/seat/training.ts';

const descriptions: Readonly<Record<number, string>> = {
  200: 'Success',
  300: 'GENERAL ERROR',
  410: 'INVALID API KEY',
  500: 'INVALID SESSION',
  600: 'MERCHANT NOT VALID',
  601: 'MERCHANT SUSPENDED',
  602: 'MISSING ARGUMENTS',
  603: 'AMOUNT BELOW MINIMUM',
  604: 'AMOUNT ABOVE MAXIMUM',
  605: 'CARD NUMBER NOT VALID',
  606: 'SECURITY CODE INVALID',
  607: 'CARD TYPE NOT VALID',
  608: 'EMAIL INVALID',
  609: 'FIRST NAME TOO SHORT OR LONG',
  610: 'LAST NAME TOO SHORT OR LONG',
  611: 'PHONE INVALID',
  612: 'DUPLICATE TRANSACTION',
  613: 'MONTHLY LIMIT REACHED',
  614: 'DAILY LIMIT REACHED',
  615: 'GATEWAY OR SERVICE NOT CONFIGURED FOR THIS MERCHANT',
  620: 'INVALID RELATED TX',
  621: 'RELATED TX WAS DECLINED',
  622: 'TRANSACTION ALREADY CAPTURED',
  623: 'TRANSACTION ALREADY REVERSED',
  624: 'INVALID TYPE',
  626: 'REVERSAL WINDOW OVER',
  629: 'CARD NOT VALID FOR THE GATEWAY',
  631: 'FRAUD DETECTED',
  651: 'EXPIRY DATE INVALID',
  652: 'RELATED TX HAS A CLAIM',
  660: 'FRAUD RULES',
  661: 'TRANSACTION IS VOIDED',
  662: 'SERVICE DISABLED',
  60002: 'DENIED',
  60003: 'PENDING',
  60004: 'NOT PROCESSED BY THE CARDHOLDER',
  60005: 'DATA NOT FOUND',
  60006: 'BEING PROCESSED',
  60007: 'ALREADY PROCESSED',
};

/** Codes that the field notes list, except success. */
export const failureCodes: readonly number[] = Object.keys(descriptions)
  .map(Number)
  .filter((code) => code !== 200);

export function describeCode(code: number): string {
  return descriptions[code] ?? 'CODE WITHOUT DESCRIPTION';
}

/** Codes that leave the outcome open. The gateway processes the payment before it answers with one of them. */
export const codesOfProcessed: ReadonlySet<number> = new Set([60003, 60006, 60007]);

/** Declines in both families: `code` is authStatus and RespCode, `text` is messageSys and RespText (section 7). */
export const declineAnswers: Readonly<Record<DeclineReason, { readonly code: string; readonly text: string }>> = {
  'insufficient-funds': { code: '51', text: 'INSUFFICIENT FUNDS' },
  'do-not-honor': { code: '05', text: 'DO NOT HONOR' },
  'stolen-card': { code: '43', text: 'STOLEN CARD, PICK UP' },
  'expired-card': { code: '54', text: 'EXPIRED CARD' },
  'unknown-issuer': { code: '15', text: 'NO SUCH ISSUER' },
  'not-affiliated': { code: '57', text: 'BANK NOT AFFILIATED WITH E-COMMERCE' },
  'card-number-error': { code: '14', text: 'CARD NUMBER ERROR' },
};
