/** Answers of the service that can't be written: their payment is in another ledger, or they can't be read. */
import { Button } from '@mantine/core';
import { IconFileAlert } from '@tabler/icons-react';
import type { WaitingAnswers } from '#shared/ledger/waiting-answers.ts';
import { useAction, useCall } from '#renderer/session/api.ts';
import { useMayAct } from '#renderer/session/session.tsx';
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
    <Banner
      tone="unknown"
      icon={IconFileAlert}
      title={t('banner.stray', { count: answers.strays.length })}
      action={
        mayDecide && (
          <Button
            size="compact-md"
            variant="default"
            disabled={setAside.isPending}
            onClick={() => setAside.mutate({ id })}
          >
            {t('banner.straySetAside')}
          </Button>
        )
      }
    >
      {t('banner.strayWhich', {
        amount: money(oldest.amount, oldest.currencySign),
        when: moment(oldest.startedAt),
        state: t(`outcomes:state.${oldest.outcome}`),
        reference: oldest.reference,
        file: oldest.file,
      })}
    </Banner>
  );
}

export function UnreadAnswersBanner() {
  const { t } = useText();
  const answers = useCall('answers', 'waiting', undefined).data ?? noAnswers;
  const first = answers.unread[0];
  if (first === undefined) return null;
  return (
    <Banner tone="unknown" icon={IconFileAlert} title={t('banner.unread', { count: answers.unread.length })}>
      {t(`banner.unreadWhich.${first.reason}`, { file: first.file })}
    </Banner>
  );
}
