/** Addresses that open a written message in the mail program or in WhatsApp. */
import type { SendChannel } from '#shared/ledger/sent-receipts.ts';

/** Longest address that Windows hands to a program. */
const maxLength = 2_000;
const openable =
  /^(?:mailto:[\w%.!~*'-]+@[a-z\d.-]+\?subject=[\w%.!~*'()-]*&body=|https:\/\/wa\.me\/\d{10,15}\?text=)[\w%.!~*'()-]*$/i;

export interface ReceiptMessage {
  readonly by: SendChannel;
  /** From the payment, by `addressOf`. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Returns the address of a message. A text that is too long loses its last lines whole, so that no link is cut. */
export function messageUrl({ by, to, subject, text }: ReceiptMessage): string {
  const head =
    by === 'mail'
      ? `mailto:${to.split('@').map(encoded).join('@')}?subject=${encoded(subject)}&body=`
      : `https://wa.me/${to}?text=`;
  const lines = text.trimEnd().split('\n');
  for (; lines.length > 0; lines.pop()) {
    const url = head + encoded(lines.join(by === 'mail' ? '\r\n' : '\n'));
    if (url.length <= maxLength) return url;
  }
  return head;
}

/** True for a message to one address with nothing but a subject and a text, by mail or at `wa.me` alone. */
export const isMessageUrl = (url: string): boolean => url.length <= maxLength && openable.test(url);
