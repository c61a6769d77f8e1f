/** Banners of payments that a person has to look up. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { IconAlertTriangleFilled } from '@tabler/icons-react';
import type { Attempt } from '#shared/payments/attempt.ts';
import { operationFacts } from '#shared/payments/operations.ts';
import { useCall } from '#renderer/session/api.ts';
import { forgetLeftBehind, leftBehind } from '#renderer/session/left-behind.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { useNavigation } from '#renderer/session/navigation.tsx';
import { contradictionWords } from '#renderer/words/contradiction-words.ts';
import { cardWords } from '#shared/words/card-words.ts';
import { ageWords } from '#renderer/words/unconfirmed/age.ts';
import { useNow } from '#renderer/ui/clock.ts';
import { isCut, sumsOf, unconfirmedKeys, useUnconfirmed } from '#renderer/features/unconfirmed/use-unconfirmed.ts';
import { Banner } from './banner.tsx';
import { KeyButton } from '#renderer/ui/shortcuts.tsx';

/** Names the oldest of the payments that a person has to look up, and leads to it. */
function LookUpBanner({
  tone,
  title,
  oldest,
  more,
  onOpen,
}: {
  readonly tone: 'declined' | 'unknown';
  readonly title: string;
  readonly oldest: Attempt;
  /** Sentences after those that tell the payment. */
  readonly more?: string;
  readonly onOpen?: () => void;
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
        <Button
          size="compact-md"
          onClick={() => {
            onOpen?.();
            go('history', oldest.id);
          }}
        >
          {t('action.openInHistory')}
        </Button>
      }
    >
      {more === undefined ? told : `${told}. ${more}`}
    </Banner>
  );
}

export function ContradictionsBanner() {
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

export function UnknownsBanner() {
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

/** Payments whose answers a reload or a crash of the page kept from the operator, until they are looked at. */
export function LeftBehindBanners() {
  const [left, setLeft] = useState(leftBehind);
  return left.map((id) => (
    <LeftBehindBanner
      key={id}
      id={id}
      onOpen={() => {
        forgetLeftBehind(id);
        setLeft(leftBehind());
      }}
    />
  ));
}

function LeftBehindBanner({ id, onOpen }: { readonly id: string; readonly onOpen: () => void }) {
  const { t } = useText();
  const isUnconfirmed = useUnconfirmed().some((one) => one.id === id || one.holdId === id);
  // Not found: it was refused before anything could be sent.
  const attempt = useCall('history', 'show', { id }).data;
  if (attempt === undefined || isUnconfirmed) return null;
  return (
    <LookUpBanner
      tone="unknown"
      title={t('banners:leftBehind')}
      oldest={attempt}
      more={t('banners:leftBehindNext')}
      onOpen={onOpen}
    />
  );
}
