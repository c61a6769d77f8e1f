/** Removes from what goes to support whatever could name a customer or open a door, beyond what the log leaves out already. */
import { homedir } from 'node:os';
import { redact } from '#electron/shell/redaction.ts';

const removed = '[removed]';
/** Names under which texts of customers travel, the service's and ours. */
const customerNames =
  'first_?name|last_?name|full_?name|card_?holder(?:_?name)?|customer(?:_?name)?|e-?mail|phone(?:_?number)?|tel|concept|description|address';
/** `"firstName":"Ana"`, `firstName: Ana María,`, up to the end of the value. */
const customerTexts = new RegExp(
  String.raw`((?<![A-Za-z])(?:${customerNames})\\*["']?\s*[:=]\s*)(\\*"(?:[^"\\]|\\[^"])*\\*"|'[^']*'|[^,;&}\]\n]+)`,
  'giu',
);
/** A telephone number: 7 to 15 digits alone, or in groups after a plus. Not a part of an id, an instant or an address. */
const phones = /(?<![\w.:+/-])\+?\d{7,15}(?![\w.:/-])|\+\d(?:[ ().-]{0,2}\d){6,14}/g;

/** @returns the text as it may be given to support */
export function cleaned(text: string): string {
  const plain = redact(text).replace(customerTexts, `$1${removed}`).replace(phones, removed);
  return homes().reduce((rest, home) => rest.replaceAll(home, '~'), plain);
}

/** The home folder, whose name is often a person's, as written and as JSON spells it. */
function homes(): readonly string[] {
  const home = homedir();
  return home.length > 1 ? [JSON.stringify(home).slice(1, -1), home] : [];
}

export const cleanedJson = (value: unknown): string =>
  `${JSON.stringify(value, (_name, member: unknown) => (typeof member === 'string' ? cleaned(member) : member), 2)}\n`;
