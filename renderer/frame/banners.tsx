/** Warnings above every screen: an unusable ledger or vault, and payments with an unknown outcome. */
import { Button } from '@mantine/core';
import {
  IconAlertTriangleFilled,
  IconDatabaseExport,
  IconDatabaseX,
  IconFileAlert,
  IconKeyOff,
  IconLink,
} from '@tabler/icons-react';
import type { Attempt } from '#shared/payments/attempt.ts';
import { operationFacts } from '#shared/payments/operations.ts';
import type { LedgerStatus } from '#shared/seat/settings.ts';
import { useCall } from '#renderer/session/api.ts';
import classes from './banners.module.css';
import { useFormats } from '#renderer/words/formats.ts';
import { ledgerReasonWords, updatingWords, lostPayments } from '#renderer/words/ledger/ledger-reason-words.ts';
import { useText, type Translate } from '#renderer/words/i18n.ts';
import { useMayAct } from '#renderer/session/session.tsx';
import { trailBreakWords } from '#renderer/words/audit/trail-words.ts';
import { useNavigation } from '#renderer/session/navigation.tsx';
import { fileReason } from '#renderer/words/failure-words.ts';
import { contradictionWords } from '#renderer/words/contradiction-words.ts';
import { cardWords } from '#shared/words/card-words.ts';
import { ageWords } from '#renderer/words/unconfirmed/age.ts';
import { useNow } from '#renderer/ui/clock.ts';
import { isCut, sumsOf, unconfirmedKeys, useUnconfirmed } from '#renderer/features/unconfirmed/use-unconfirmed.ts';
import { Banner, TypingBanner } from './banner.tsx';
import { FailedActBanners } from './failed-act-banner.tsx';
import {
  noAnswers,
  StrayAnswersBanner,
  UnreadAnswersBanner,
  DamagedFileBanners,
  PolicyBanners,
} from './answer-banners.tsx';
import { KeyButton } from '#renderer/ui/shortcuts.tsx';

export function Banners() {
  return (
    <div className={classes.banners}>
      <TypingBanner />
      <FailedActBanners />
      <DamagedFileBanners />
      <LedgerBanner />
      <PolicyBanners />
      <StrayAnswersBanner />
      <UnreadAnswersBanner />
      <LedgerFaultBanners />
      <BackupBanner />
      <VaultBanner />
      <ContradictionsBanner />
      <UnknownsBanner />
      <OrderBanner />
    </div>
  );
}

function LedgerBanner() {
  const { t } = useText();
  const ledger = useCall('ledger', 'status', undefined).data;
  const answers = useCall('answers', 'waiting', undefined).data ?? noAnswers;
  if (ledger === undefined) return null;
  // A banner of its own says what to do about it.
  const reason = ledger.reason === 'choice-damaged' || ledger.reason === 'log-damaged' ? null : ledger.reason;
  if (reason === null && ledger.keptFile === null && answers.unsafe === 0) return null;
  const awaited = answers.safe - answers.strays.length;
  return (
    <Banner tone="declined" icon={IconDatabaseX} title={ledgerTitle(t, { ...ledger, reason }, answers.unsafe)}>
      {reason !== null && ledgerReasonWords(t, reason)} {ledger.updating !== null && updatingWords(t, ledger.updating)}{' '}
      {reason !== null && awaited > 0 && t('banners:answersSafe', { count: awaited })}{' '}
      {reason !== null && answers.unsafe > 0 && t('banners:answersUnsafe', { count: answers.unsafe })}{' '}
      {ledger.keptFile !== null && t('banners:ledgerKept', { file: ledger.keptFile })}
    </Banner>
  );
}

function ledgerTitle(t: Translate, { reason, keptFile }: LedgerStatus, unsafe: number): string {
  if (reason !== null) return t('banners:ledger');
  return keptFile === null ? t('banners:answersUnsafe', { count: unsafe }) : t('banners:ledgerAnew');
}

/** Faults of a ledger that can be used. */
function LedgerFaultBanners() {
  const { t } = useText();
  const formats = useFormats();
  const { openSettings } = useNavigation();
  const seesTrail = useMayAct('supervisor');
  const ledger = useCall('ledger', 'status', undefined).data;
  if (ledger === undefined) return null;
  const { unkept, otherServer, damaged, trail, keyDiffers } = ledger;
  return (
    <>
      {unkept.length > 0 && (
        <Banner tone="declined" icon={IconDatabaseX} title={t('banners:unkept')}>
          {t('banners:unkeptNext', { settings: unkept.join(', ') })}
        </Banner>
      )}
      {otherServer !== null && (
        <Banner tone="declined" icon={IconDatabaseX} title={t('banners:otherServer')}>
          {lostPayments(t, otherServer)} {t('banners:otherServerNext')}
        </Banner>
      )}
      {damaged > 0 && (
        <Banner tone="declined" icon={IconFileAlert} title={t('banners:damaged', { count: damaged })}>
          {t('banners:damagedNext')}
        </Banner>
      )}
      {seesTrail && trail !== null && trail.breaks > 0 && (
        <Banner
          tone="declined"
          icon={IconFileAlert}
          title={t(trail.first?.kind === 'stranger' ? 'banners:stranger' : 'banners:trail')}
          action={
            <Button size="compact-md" onClick={() => openSettings('audit')}>
              {t('banners:trailSee')}
            </Button>
          }
        >
          {trail.first !== null && trailBreakWords(t, formats, trail.first)}
        </Banner>
      )}
      {keyDiffers && (
        <Banner tone="unknown" icon={IconKeyOff} title={t('banners:keyDiffers')}>
          {t('banners:keyDiffersNext')}
        </Banner>
      )}
    </>
  );
}

function BackupBanner() {
  const { t } = useText();
  const { moment } = useFormats();
  const backups = useCall('ledger', 'backups', undefined).data;
  const ledger = useCall('ledger', 'status', undefined).data;
  if (backups === undefined || backups.failed === null || backups.plan.every === 'off') return null;
  if (ledger?.choice.engine !== 'sqlite') return null;
  return (
    <Banner tone="unknown" icon={IconDatabaseExport} title={t('banners:backup')}>
      {t('banners:backupWhy', {
        when: moment(backups.failed.at),
        detail: fileReason(t, backups.failed.detail).replace(/\.$/, ''),
      })}
    </Banner>
  );
}

function VaultBanner() {
  const { t } = useText();
  const vault = useCall('vault', 'status', undefined).data;
  if (vault === undefined || (vault.reason === null && vault.keptFile === null)) return null;
  return (
    <Banner tone="declined" icon={IconKeyOff} title={t(vault.reason === null ? 'banners:vaultAnew' : 'banners:vault')}>
      {vault.reason !== null && t(`failures:vault.${vault.reason}`)}{' '}
      {vault.keptFile !== null && t('banners:vaultKept', { file: vault.keptFile })}
    </Banner>
  );
}

/** Names the oldest of the payments that a person has to look up, and leads to it. */
function LookUpBanner({
  tone,
  title,
  oldest,
  more,
}: {
  readonly tone: 'declined' | 'unknown';
  readonly title: string;
  readonly oldest: Attempt;
  /** Sentences after those that tell the payment. */
  readonly more?: string;
}) {
  const { t } = useText();
  const formats = useFormats();
  const { go } = useNavigation();
  const told = t('banners:unknownOldest', {
    amount: formats.money(oldest.amount, oldest.currencySign),
    card: cardWords(t, oldest.card),
    when: formats.moment(oldest.startedAt),
  });
  return (
    <Banner
      tone={tone}
      icon={IconAlertTriangleFilled}
      title={title}
      action={
        <Button size="compact-md" onClick={() => go('history', oldest.id)}>
          {t('action.openInHistory')}
        </Button>
      }
    >
      {more === undefined ? told : `${told}. ${more}`}
    </Banner>
  );
}

function ContradictionsBanner() {
  const { t } = useText();
  const formats = useFormats();
  const contradicted = useUnconfirmed().filter(({ contradiction }) => contradiction !== null);
  const oldest = contradicted[0];
  if (oldest === undefined || oldest.contradiction === null) return null;
  const { money, recorded } = contradictionWords(t, formats, oldest, oldest.contradiction);
  const title = t('banners:contradicted', { count: contradicted.length });
  return <LookUpBanner tone="declined" title={title} oldest={oldest} more={`${money} ${recorded}`} />;
}

/** Charges are not to be made again, voids and refunds not to be repeated, and of both together neither. */
function unknownWords(unknowns: readonly Attempt[]) {
  if (isCut(unknowns)) return 'banners:unknownMany';
  const reversals = unknowns.filter(({ operation }) => operationFacts(operation).draft === 'reversal').length;
  if (reversals === 0) return 'banners:unknown';
  return reversals === unknowns.length ? 'banners:unknownReversal' : 'banners:unknownMixed';
}

function UnknownsBanner() {
  const { t } = useText();
  const { money } = useFormats();
  const { openUnconfirmed } = useNavigation();
  const now = useNow();
  const unknowns = useUnconfirmed().filter(({ contradiction }) => contradiction === null);
  const oldest = unknowns[0];
  if (oldest === undefined) return null;
  const single = unknowns.length === 1;
  const total = sumsOf(unknowns)
    .map(({ currencySign, amount }) => money(amount, currencySign))
    .join(' + ');
  return (
    <Banner
      tone="unknown"
      icon={IconAlertTriangleFilled}
      title={t(unknownWords(unknowns), { count: unknowns.length })}
      action={
        <KeyButton size="compact-md" keys={unconfirmedKeys} onClick={openUnconfirmed}>
          {t(single ? 'unconfirmed:banner.showOne' : 'unconfirmed:banner.show')}
        </KeyButton>
      }
    >
      {t(`unconfirmed:banner.${single ? 'one' : isCut(unknowns) ? 'cut' : 'many'}`, {
        total,
        age: ageWords(t, oldest.startedAt, now),
      })}
    </Banner>
  );
}

/** Tells on the other screens that an order waits on Charge. They are not left by themselves, because something may be keyed there. */
function OrderBanner() {
  const { t } = useText();
  const { route, go } = useNavigation();
  const order = useCall('payments', 'waitingOrder', undefined).data ?? null;
  if (order === null || route.screen === 'charge') return null;
  return (
    <Banner
      tone="unknown"
      icon={IconLink}
      title={t(order.read.kind === 'order' ? 'charge:order.offered' : 'charge:order.refused')}
      action={
        <Button size="compact-md" onClick={() => go('charge')}>
          {t('charge:order.show')}
        </Button>
      }
    />
  );
}
