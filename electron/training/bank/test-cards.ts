/** The card numbers of the published test environment (section 4.3), with the issuer's answer to each. */
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

/** Returns the issuer's reason to decline a number; null when it approves. An unpublished number has no issuer here. */
export function issuerRefusal(cardNumber: string): DeclineReason | null {
  if (approved.has(cardNumber)) return null;
  return declined.get(cardNumber) ?? 'unknown-issuer';
}

/** True for a published number of any brand. Such a number reaches the issuer even when it fails a check. */
export function isPublished(cardNumber: string): boolean {
  return approved.has(cardNumber) || declined.has(cardNumber);
}
