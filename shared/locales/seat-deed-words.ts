/** Describes the deeds of a seat in one sentence each. */
import { noonOf } from '#shared/local-day.ts';
import { groupOfKind } from '#shared/audit/deed-groups.ts';
import type { SeatDeed } from '#shared/audit/seat-deeds.ts';
import { labelled, type DeedWords } from './deed-texts.ts';

export function seatDeedSentence(words: DeedWords, deed: SeatDeed): string {
  const { t, day } = words;
  switch (deed.kind) {
    case 'signed-in':
      return t(deed.unlocked ? 'audit:deed.unlocked' : 'audit:deed.signedIn');
    case 'sign-in-failed':
      return t(`audit:deed.notSignedIn.${deed.why}`, { name: deed.name ?? '' });
    case 'locked':
      return t(`audit:deed.locked.${deed.why}`);
    case 'damaged-set-aside':
      return t(`audit:deed.wentOn.${deed.reason}`, {
        document: t(`audit:deed.damagedDocument.${deed.document}`),
        file: deed.file,
      });
    case 'answer-set-aside':
      return answerSetAside(words, deed);
    case 'day-closed':
      return t('audit:deed.dayClosed', { day: day(noonOf(deed.day)), merchant: deed.merchant });
    case 'step-up':
      return t('audit:deed.stepUp', { operator: deed.operator, act: t(`audit:act.${deed.act}`) });
    case 'step-up-refused':
      return t('audit:deed.stepUpRefused', { operator: deed.operator, act: t(`audit:act.${deed.act}`) });
    case 'merchant-saved':
      return merchantSaved(words, deed);
    case 'secret-withheld':
      return deed.merchant === null
        ? t('audit:deed.passwordWithheld', { keyedFor: deed.keyedFor, asked: deed.asked })
        : t('audit:deed.secretWithheld', { merchant: deed.merchant, keyedFor: deed.keyedFor, asked: deed.asked });
    case 'seat-changed':
      return t('audit:deed.seatChanged', { what: labelled(words, 'seat', deed.changed) });
    case 'ledger-chosen':
      if (deed.host === null) return t('audit:deed.ledgerHere');
      return t(deed.password ? 'audit:deed.ledgerSharedKeyed' : 'audit:deed.ledgerShared', { host: deed.host });
    case 'backups-planned':
      return deed.folder === null
        ? t('audit:deed.backupsOff')
        : t('audit:deed.backupsPlanned', { folder: deed.folder });
    case 'amount-limits':
      return amountLimits(words, deed);
    case 'idle-lock':
      return t('audit:deed.idleLock', { count: deed.minutes });
    case 'provisioned': {
      const key = deed.how === 'signed' ? 'audit:deed.provisionedSigned' : 'audit:deed.provisioned';
      const merchants = [...deed.created, ...deed.updated].join(', ');
      return t(key, { file: deed.file }) + (merchants === '' ? '' : `: ${merchants}`);
    }
    case 'exported':
      return t('audit:deed.exported', {
        what: t(`audit:deed.exportedWhat.${deed.what}`),
        count: deed.rows,
        file: deed.file,
      });
    case 'printed':
      return t('audit:deed.printed', { what: printedWhat(words, deed.what) });
    case 'receipt-given':
      return t(`audit:deed.receiptGiven.${deed.how}`);
    case 'receipt-sent':
      return t(`audit:deed.receiptSent.${deed.by}`, { to: deed.to });
    case 'backup':
      return t(deed.scheduled ? 'audit:deed.backupScheduled' : 'audit:deed.backup', {
        count: deed.attempts,
        file: deed.file,
      });
    case 'batch-captured':
      return t('audit:deed.batchCaptured', { count: deed.rows });
    case 'trail-verified':
      return deed.breaks === 0
        ? t('audit:deed.trailWhole', { count: deed.entries })
        : t('audit:deed.trailBroken', { count: deed.breaks });
    case 'update-looked':
      return deed.found === null ? t('audit:deed.updateLooked') : t('audit:deed.updateFound', { version: deed.found });
    case 'update-refused':
      return t(`audit:deed.updateRefused.${deed.why}`);
    case 'left-out':
      return leftOut(words, deed);
    default:
      return t(`audit:deed.${deed.kind}`, { ...deed });
  }
}

type DeedOf<Kind extends SeatDeed['kind']> = Extract<SeatDeed, { kind: Kind }>;

const answerSetAside = ({ t, figure, moment }: DeedWords, deed: DeedOf<'answer-set-aside'>): string =>
  t('audit:deed.answerSetAside', {
    amount: `${deed.currencySign} ${figure(deed.amount)}`,
    when: moment(deed.startedAt),
    outcome: t(`outcomes:state.${deed.outcome}`),
    reference: deed.reference,
  });

function amountLimits({ t, figure }: DeedWords, deed: DeedOf<'amount-limits'>): string {
  const limit = (amount: number | null): string => (amount === null ? t('audit:deed.noLimit') : figure(amount));
  return t('audit:deed.amountLimits', {
    role: t(`common:role.${deed.role}`),
    payment: limit(deed.payment),
    day: limit(deed.day),
    reversal: deed.reversal === null ? t('audit:deed.alwaysAsked') : limit(deed.reversal),
    again: limit(deed.again),
  });
}

function leftOut({ t, moment }: DeedWords, deed: DeedOf<'left-out'>): string {
  const counts = Object.entries(deed.counts);
  return t('audit:deed.leftOut', {
    count: counts.reduce((sum, [, count]) => sum + count, 0),
    when: moment(deed.until),
    what: [...new Set(counts.map(([kind]) => groupOfKind(kind)))].map((group) => t(`audit:group.${group}`)).join(', '),
  });
}

function printedWhat({ t }: DeedWords, what: DeedOf<'printed'>['what']): string {
  return what === 'batch' || what === 'hold-list' || what === 'day-close' || what === 'reconciliation'
    ? t(`audit:deed.exportedWhat.${what}`)
    : t(`common:nav.${what}`);
}

/** Names what was added or changed, the keys that were entered, and where payments go now if that changed. */
function merchantSaved(words: DeedWords, deed: DeedOf<'merchant-saved'>): string {
  const { t } = words;
  const { name, origin, added, changed, secrets } = deed;
  const what = labelled(words, 'merchant', changed);
  const sentences = [
    added ? t('audit:deed.merchantAdded', { name, origin }) : '',
    !added && changed.length > 0 ? t('audit:deed.merchantSaved', { name, what }) : '',
    !added && changed.includes('baseUrl') ? t('audit:deed.merchantMoved', { origin }) : '',
    secrets.length > 0 ? t('audit:deed.keysEntered', { name, what: labelled(words, 'merchant', secrets) }) : '',
  ];
  return sentences.filter((sentence) => sentence !== '').join('. ');
}
