/** The card numbers that the published test environment knows (section 4.3), and what a bank answers to them. */
import type { DeclineReason } from '#shared/seat/training.ts';

const approved: ReadonlySet<string> = new Set([
  '4059310181757001',
  '4916012776136988',
  '4716040174085053',
  '4143766247546688',
  '4929019201087046',
  '5517747952039692',
  '5451819737278230',
  '5161216979741515',
  '5372362326060103',
  '5527316088871226',
]);

const declined: ReadonlyMap<string, DeclineReason> = new Map([['6013770095374264', 'not-affiliated']]);

/** Why the issuer refuses a number, or null when it approves. Whatever is not published has no issuer here. */
export function issuerRefusal(cardNumber: string): DeclineReason | null {
  if (approved.has(cardNumber)) return null;
  return declined.get(cardNumber) ?? 'unknown-issuer';
}

/** Whether the number is published, of whatever brand: such numbers reach the issuer even when they fail a check. */
export function isPublished(cardNumber: string): boolean {
  return approved.has(cardNumber) || declined.has(cardNumber);
}
