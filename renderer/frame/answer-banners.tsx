/** Answers of the service that can't be written, files that steer payments and can't be relied on, and what the policy stops. */
import { Button } from '@mantine/core';
import { IconBuildingStore, IconDatabaseX, IconFileAlert } from '@tabler/icons-react';
import type { WaitingAnswers } from '#shared/ledger/waiting-answers.ts';
import { useAction, useCall, type CallFailed } from '#renderer/session/api.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { useMayAct, usePolicy, useSession } from '#renderer/session/session.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { Banner } from './banner.tsx';

/** Until main has told what waits. */
export const noAnswers: WaitingAnswers = { safe: 0, unsafe: 0, strays: [], unread: [] };

export function StrayAnswersBanner() {
  const { t } = useText();
  const { money, moment } = useFormats();
  const answers = useCall('answers', 'waiting', undefined).data ?? noAnswers;
  const mayDecide = useMayAct('supervisor');
  const setAside = useAction('answers', 'setAside');
  const oldest = answers.strays[0];
  if (oldest === undefined) return null;
  const { id } = oldest;
  return (
    <>
      <Banner
        tone="unknown"
        icon={IconFileAlert}
        title={t('banners:stray', { count: answers.strays.length })}
        action={
          mayDecide && (
            <Button size="compact-md" disabled={setAside.isPending} onClick={() => setAside.mutate({ id })}>
              {t('banners:straySetAside')}
            </Button>
          )
        }
      >
        {t('banners:strayWhich', {
          amount: money(oldest.amount, oldest.currencySign),
          when: moment(oldest.startedAt),
          state: t(`outcomes:state.${oldest.outcome}`),
          reference: oldest.reference,
          file: oldest.file,
        })}
      </Banner>
      <ActFailure of={setAside} />
    </>
  );
}

/** Says why the act of a banner was not done. The passcode that nobody keyed needs no words. */
function ActFailure({ of: { error } }: { readonly of: { readonly error: CallFailed | null } }) {
  if (error === null || error.failure.kind === 'step-up-needed') return null;
  return <FailureNotice failure={error.failure} act="recording" />;
}

export function UnreadAnswersBanner() {
  const { t } = useText();
  const answers = useCall('answers', 'waiting', undefined).data ?? noAnswers;
  const first = answers.unread[0];
  if (first === undefined) return null;
  return (
    <Banner tone="unknown" icon={IconFileAlert} title={t('banners:unread', { count: answers.unread.length })}>
      {t(`banners:unreadWhich.${first.reason}`, { file: first.file })}
    </Banner>
  );
}

/** A supervisor decides about the file, with their passcode. */
export function DamagedFileBanners() {
  const { t } = useText();
  const mayDecide = useMayAct('supervisor');
  const damaged = useCall('seat', 'damagedFiles', undefined).data ?? [];
  const goOn = useAction('seat', 'goOnWithout');
  const banners = damaged.map(({ document, file, reason }) => (
    <Banner
      key={document}
      tone="declined"
      icon={IconFileAlert}
      title={t(reason === 'damaged' ? 'banners:damagedFile' : 'banners:changedFile')}
      action={
        mayDecide && (
          <Button size="compact-md" disabled={goOn.isPending} onClick={() => goOn.mutate({ document })}>
            {t(reason === 'damaged' ? 'banners:damagedFileGo' : `banners:changedFileGo.${reason}`)}
          </Button>
        )
      }
    >
      {reason === 'damaged'
        ? t(`banners:damagedFileNext.${document}`, { file })
        : t(`banners:changedFileNext.${reason}`, { file, document: t(`audit:deed.damagedDocument.${document}`) })}{' '}
      {!mayDecide && t('banners:damagedFileAsk')}
    </Banner>
  ));
  return (
    <>
      {banners}
      {damaged.length > 0 && <ActFailure of={goOn} />}
    </>
  );
}

/** Says what the company's policy of this computer stops, what stops payments first, and that it can't be used. */
export function PolicyBanners() {
  const { t } = useText();
  const { merchant } = useSession();
  const { file, usable } = usePolicy();
  const ledger = useCall('ledger', 'status', undefined).data;
  return (
    <>
      {ledger?.forbidden === true && (
        <Banner tone="declined" icon={IconDatabaseX} title={t('banners:ledgerForbidden')}>
          {t('banners:ledgerForbiddenNext')}
        </Banner>
      )}
      {!merchant.allowed && (
        <Banner tone="declined" icon={IconBuildingStore} title={t('banners:merchantNotAllowed')}>
          {t('banners:merchantNotAllowedNext')}
        </Banner>
      )}
      {!usable && (
        <Banner tone="unknown" icon={IconFileAlert} title={t('banners:policyUnusable')}>
          {t('banners:policyUnusableNext', { file: file ?? '' })}
        </Banner>
      )}
    </>
  );
}
