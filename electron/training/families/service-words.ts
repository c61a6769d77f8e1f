/** Texts of the service: descriptions of headerStatus codes and texts of declines, as real deployments word them. */
import type { DeclineReason } from '#shared/seat/training.ts';
import { publishedCode, publishedCodes } from '#shared/seat/training-codes.ts';

export const failureCodes: readonly number[] = publishedCodes.map(({ code }) => code);

export const describeCode = (code: number): string =>
  code === 200 ? 'Success' : (publishedCode(code)?.text ?? 'CODE WITHOUT DESCRIPTION');

/** Words of a code in family B, which has no headerStatus. */
export const codeInForm = (code: number): string => `${String(code)} ${describeCode(code)}`;

/** True for a code whose own words say that the payment got through. No other one is processed unless ordered. */
export const saysProcessed = (code: number): boolean => publishedCode(code)?.processed === true;

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
