/** Warnings above every screen: an unusable ledger or vault, and payments with an unknown outcome. */
import { Button } from '@mantine/core';
import { IconDatabaseExport, IconDatabaseX, IconFileAlert, IconKeyOff, IconLink } from '@tabler/icons-react';
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
import { Banner, TypingBanner } from './banner.tsx';
import { FailedActBanners } from './failed-act-banner.tsx';
import {
  noAnswers,
  StrayAnswersBanner,
  UnreadAnswersBanner,
  DamagedFileBanners,
  PolicyBanners,
} from './answer-banners.tsx';
import { ContradictionsBanner, LeftBehindBanners, UnknownsBanner } from './look-up-banners.tsx';

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
      <LeftBehindBanners />
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
