/** Ways in which a receipt leaves the program: the customer's e-mail address and WhatsApp number, as the payment has them. */
import { z } from 'zod';
import { instantSchema } from '#shared/identifiers.ts';

const channels = ['mail', 'whatsapp'] as const;
export const sendChannelSchema = z.enum(channels);
export type SendChannel = z.infer<typeof sendChannelSchema>;

/** A receipt that was handed to a mail program or WhatsApp. Whether it was sent is not known. */
export const sentReceiptSchema = z.strictObject({
  at: instantSchema,
  operatorName: z.string(),
  by: sendChannelSchema,
  /** The address without its middle. */
  to: z.string(),
});
export type SentReceipt = z.infer<typeof sentReceiptSchema>;

/** No sign that separates addresses, ends a header or begins one (RFC 6068). */
const mailAddress = /^[\w.!#$'*+/=^`{|}~-]{1,64}@(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/i;
/** Code of the country, which people leave out of the eight digits of a mobile telephone. */
const countryCode = '507';

/** Returns the payment's address, or its number with the country's code; null for none that can be written to. */
export function addressOf(payment: { readonly email: string; readonly phone: string }, by: SendChannel): string | null {
  if (by === 'mail') return mailAddress.test(payment.email) ? payment.email : null;
  const digits = payment.phone.replaceAll(/\D/g, '');
  if (digits.length === 8) return countryCode + digits;
  return digits.length < 10 || digits.length > 15 ? null : digits;
}

/** Returns `m…@example.com` or `+5076…36`. */
export function maskedAddress(address: string): string {
  const at = address.indexOf('@');
  return at < 0 ? `+${address.slice(0, 4)}…${address.slice(-2)}` : `${address.slice(0, 1)}…${address.slice(at)}`;
}
