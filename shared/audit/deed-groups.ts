/** Groups of deeds, by which the audit trail is filtered. */
import { ledgerDeedKinds, type LedgerDeedKind } from './ledger-events.ts';

export const deedGroups = ['signIn', 'payments', 'settings', 'copies', 'operators', 'program'] as const;
export type DeedGroup = (typeof deedGroups)[number];

/** The group of each kind of deed. A missing kind does not compile. */
const groupOf: Readonly<Record<LedgerDeedKind, DeedGroup>> = {
  'signed-in': 'signIn',
  'sign-in-failed': 'signIn',
  'signed-out': 'signIn',
  locked: 'signIn',
  'vault-unlocked': 'signIn',
  'step-up': 'signIn',
  'step-up-refused': 'signIn',
  'operator-locked-out': 'signIn',
  'batch-captured': 'payments',
  'answer-set-aside': 'payments',
  'receipt-opened': 'payments',
  'day-closed': 'payments',
  'receipt-given': 'payments',
  'receipt-sent': 'payments',
  resolve: 'payments',
  contradiction: 'payments',
  override: 'payments',
  'charge-agreed': 'payments',
  'card-forgotten': 'payments',
  'written-back': 'payments',
  'close-written-back': 'payments',
  'damaged-set-aside': 'settings',
  'settings-sealed': 'settings',
  'merchant-saved': 'settings',
  'merchant-removed': 'settings',
  'merchant-in-use': 'settings',
  'capture-field-confirmed': 'settings',
  'secret-withheld': 'settings',
  'seat-changed': 'settings',
  'ledger-chosen': 'settings',
  'backups-planned': 'settings',
  'amount-limits': 'settings',
  'idle-lock': 'settings',
  'vault-passphrase': 'settings',
  provisioned: 'settings',
  'provisioning-refused': 'settings',
  'server-accepted': 'settings',
  'seats-awaited': 'settings',
  'seat-compared': 'settings',
  'awaited-put-back': 'settings',
  'seat-admitted': 'settings',
  exported: 'copies',
  'diagnostics-saved': 'copies',
  printed: 'copies',
  backup: 'copies',
  'trail-verified': 'copies',
  'purge-begun': 'copies',
  purge: 'copies',
  restore: 'copies',
  'begun-anew': 'copies',
  move: 'copies',
  'operator-added': 'operators',
  'operator-changed': 'operators',
  'operator-passcode': 'operators',
  'operators-adopted': 'operators',
  'operators-put-back': 'operators',
  'operators-provisioned': 'operators',
  'program-started': 'program',
  'program-updated': 'program',
  'program-ended': 'program',
  'update-looked': 'program',
  'update-refused': 'program',
  'update-asked': 'program',
  'update-begun': 'program',
  'left-out': 'program',
  unlisted: 'program',
};

/** Returns the group of a kind, also of one that only a newer version knows. */
export const groupOfKind = (kind: string): DeedGroup =>
  (groupOf as Readonly<Record<string, DeedGroup>>)[kind] ?? 'program';

export const kindsOfGroup = (group: DeedGroup): readonly LedgerDeedKind[] =>
  ledgerDeedKinds.filter((kind) => groupOf[kind] === group);
