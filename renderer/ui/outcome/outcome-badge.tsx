/** The outcome of an attempt in one word, with an icon and a colour of the same meaning. */
import {
  IconAlertTriangleFilled,
  IconBan,
  IconCircleCheckFilled,
  IconCircleXFilled,
  IconHourglassOff,
  IconPlugConnectedX,
  IconProgress,
  type Icon,
} from '@tabler/icons-react';
import { VisuallyHidden } from '@mantine/core';
import { accountOf } from '#shared/ledger/account.ts';
import { stateKeys, type ToldAttempt } from '#shared/ledger/listed-attempt.ts';
import { amountDoubtWords } from '#shared/words/amount-words.ts';
import type { AmountFacts } from '#shared/payments/attempt.ts';
import { useIsPast } from '#renderer/ui/clock.ts';
import { useText } from '#renderer/words/i18n.ts';
import { toneOf, type Tone } from '#renderer/words/payment-tones.ts';
import parts from '#renderer/ui/parts.module.css';

const icons: Readonly<Record<Tone, Icon>> = {
  sending: IconProgress,
  approved: IconCircleCheckFilled,
  declined: IconCircleXFilled,
  rejected: IconBan,
  'not-sent': IconPlugConnectedX,
  unknown: IconAlertTriangleFilled,
  over: IconHourglassOff,
};

/** The icon of a state, in its colour. Decorative, because words stand beside it. */
export function OutcomeIcon({ state, size = 18 }: { readonly state: Tone; readonly size?: number }) {
  const Shape = icons[state];
  return (
    <span className={parts.badge} data-tone={state} aria-hidden="true">
      <Shape size={size} />
    </span>
  );
}

/** Icon and word: `Held`, `Charged`, `Declined` … An unconfirmed amount has the icon of doubt and a sentence behind it. */
export function OutcomeBadge({ attempt }: { readonly attempt: ToldAttempt & AmountFacts }) {
  const { t } = useText();
  const { state, amountDoubt } = accountOf(attempt, useIsPast(attempt.payment?.expiresAt ?? null));
  const tone = amountDoubt === null ? toneOf(state) : 'unknown';
  const doubt = amountDoubt === null ? undefined : amountDoubtWords(t, amountDoubt);
  return (
    <span className={parts.badge} data-tone={tone} title={doubt}>
      <OutcomeIcon state={tone} size={16} />
      {t(stateKeys[state])}
      {doubt !== undefined && <VisuallyHidden>{`. ${doubt}`}</VisuallyHidden>}
    </span>
  );
}
