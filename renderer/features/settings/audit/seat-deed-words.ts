/** Describes the deeds of a seat in one sentence each. */
import type { Formats } from '#renderer/words/formats.ts';
import type { Translate } from '#renderer/words/i18n.ts';
import type { SeatDeed } from '#shared/audit/seat-deeds.ts';

const lockWords = {
  idle: 'audit:deed.lockedIdle',
  command: 'audit:deed.lockedCommand',
  suspend: 'audit:deed.lockedSuspend',
  system: 'audit:deed.lockedSystem',
} as const;

const failedSignInWords = {
  'wrong-passcode': 'audit:deed.signInFailed',
  'locked-out': 'audit:deed.signInLockedOut',
  'unknown-name': 'audit:deed.signInUnknown',
} as const;

export function seatDeedSentence(t: Translate, { figure }: Pick<Formats, 'figure'>, deed: SeatDeed): string {
  const list = (names: readonly string[]): string => (names.length === 0 ? t('audit:deed.nothing') : names.join(', '));
  const limit = (amount: number | null): string => (amount === null ? t('audit:deed.noLimit') : figure(amount));
  switch (deed.kind) {
    case 'signed-in':
      return t(deed.unlocked ? 'audit:deed.unlocked' : 'audit:deed.signedIn');
    case 'sign-in-failed':
      return t(failedSignInWords[deed.why], { name: deed.name ?? '' });
    case 'signed-out':
      return t('audit:deed.signedOut');
    case 'locked':
      return t(lockWords[deed.why]);
    case 'vault-unlocked':
      return t('audit:deed.vaultUnlocked');
    case 'vault-passphrase':
      return t('audit:deed.vaultPassphrase');
    case 'step-up':
      return t('audit:deed.stepUp', { operator: deed.operator, act: t(`audit:act.${deed.act}`) });
    case 'step-up-refused':
      return t('audit:deed.stepUpRefused', { operator: deed.operator, act: t(`audit:act.${deed.act}`) });
    case 'merchant-saved':
      return t(deed.added ? 'audit:deed.merchantAdded' : 'audit:deed.merchantSaved', {
        name: deed.name,
        what: list([...deed.changed, ...deed.secrets]),
      });
    case 'merchant-removed':
      return t('audit:deed.merchantRemoved', { name: deed.name });
    case 'merchant-in-use':
      return t('audit:deed.merchantInUse', { name: deed.name });
    case 'capture-field-confirmed':
      return t('audit:deed.captureFieldConfirmed', { name: deed.name, field: deed.field });
    case 'secret-withheld':
      return deed.merchant === null
        ? t('audit:deed.passwordWithheld', { keyedFor: deed.keyedFor, asked: deed.asked })
        : t('audit:deed.secretWithheld', { merchant: deed.merchant, keyedFor: deed.keyedFor, asked: deed.asked });
    case 'seat-changed':
      return t('audit:deed.seatChanged', { what: list(deed.changed) });
    case 'ledger-chosen':
      return deed.host === null ? t('audit:deed.ledgerHere') : t('audit:deed.ledgerShared', { host: deed.host });
    case 'backups-planned':
      return deed.folder === null
        ? t('audit:deed.backupsOff')
        : t('audit:deed.backupsPlanned', { folder: deed.folder });
    case 'amount-limits':
      return t('audit:deed.amountLimits', {
        role: t(`role.${deed.role}`),
        payment: limit(deed.payment),
        day: limit(deed.day),
      });
    case 'idle-lock':
      return t('audit:deed.idleLock', { count: deed.minutes });
    case 'provisioned':
      return t(deed.how === 'signed' ? 'audit:deed.provisionedSigned' : 'audit:deed.provisioned', {
        file: deed.file,
        what: list([...deed.created, ...deed.updated]),
      });
    case 'provisioning-refused':
      return t('audit:deed.provisioningRefused', { file: deed.file });
    case 'exported':
      return t('audit:deed.exported', { count: deed.rows, file: deed.file });
    case 'printed':
      return t('audit:deed.printed', { what: deed.what });
    case 'receipt-opened':
      return t('audit:deed.receiptOpened');
    case 'backup':
      return t('audit:deed.backup', { count: deed.attempts, file: deed.file });
    case 'batch-captured':
      return t('audit:deed.batchCaptured', { count: deed.rows });
    case 'trail-verified':
      return deed.breaks === 0
        ? t('audit:deed.trailWhole', { count: deed.entries })
        : t('audit:deed.trailBroken', { count: deed.breaks });
    case 'program-started':
      return t('audit:deed.programStarted', { version: deed.version, system: deed.system });
    case 'program-updated':
      return t('audit:deed.programUpdated', { from: deed.from, to: deed.to });
    case 'program-ended':
      return t('audit:deed.programEnded');
  }
}
