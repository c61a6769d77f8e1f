/** Says what matters about a hold before it is captured, or why it cannot be. */
import { useText, type Translate } from '#renderer/words/i18n.ts';
import type { Hold } from '#shared/ledger/holds.ts';
import { effectiveState } from '#shared/payments/attempt.ts';
import { useNow } from '#renderer/ui/clock.ts';
import { useFormats, type Formats } from '#renderer/words/formats.ts';
import { millisecondsLeft, spellAgo } from '#renderer/features/holds/queue/hold-time.ts';
import { Callout } from '#renderer/ui/parts.tsx';

interface Note {
  readonly text: string;
  readonly grave: boolean;
}

/** Says why a hold can't be marked in the list: it can't be captured, or has probably expired and belongs to its own part. */
export function whyNotMarked(t: Translate, formats: Formats, hold: Hold): string {
  const why = whyNotOpen(t, formats, hold);
  return why === null ? t('holds:review.markExpired') : t('holds:review.cantMark', { why: why.text });
}

const graveStates: readonly Hold['state'][] = ['capture-unknown', 'void-unknown', 'doubtful', 'altered', 'unlisted'];

/** Returns the reason why a hold can't be captured; null for an open one. */
function whyNotOpen(t: Translate, { moment }: Formats, { state, authorization, capture }: Hold): Note | null {
  if (state === 'open') return null;
  if (state === 'voided' && effectiveState(authorization) !== 'approved')
    return { text: t('holds:review.refused'), grave: false };
  const date = moment(capture?.startedAt ?? authorization.startedAt);
  return { text: t(`holds:review.why.${state}`, { date }), grave: graveStates.includes(state) };
}

function openNote(t: Translate, hold: Hold, left: number): Note | null {
  if (left <= 0) {
    const key = hold.expiryIsEstimate ? 'holds:review.expired' : 'holds:review.expiredForm';
    return { text: t(key, { ago: spellAgo(t, left) }), grave: true };
  }
  return hold.expiryIsEstimate ? { text: t('holds:review.estimateNote'), grave: false } : null;
}

export function HoldNote({ hold }: { readonly hold: Hold }) {
  const { t } = useText();
  const formats = useFormats();
  const left = millisecondsLeft(hold, useNow());
  const note = whyNotOpen(t, formats, hold) ?? (hold.state === 'open' ? openNote(t, hold, left) : null);
  if (note === null) return null;
  return <Callout tone={note.grave ? 'unknown' : 'plain'}>{note.text}</Callout>;
}
