/** Names of the vault's entries on disk. */

export const fingerprintEntry = 'fingerprint-key';
export const trailEntry = 'trail-key';
export const steeringEntry = 'steering';
export const ledgerEntry = 'ledger-password';
/** Release 0.1.0 called a merchant a profile. */
export const merchantEntry = (merchantId: string): string => `profile:${merchantId}`;
