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

/** Returns the reason why a hold can't be captured; null for an open one. */
function whyNotOpen(t: Translate, { moment }: Formats, hold: Hold): Note | null {
  switch (hold.state) {
    case 'open':
      return null;
    case 'capture-unknown':
      return { text: t('holds:review.captureUnknown'), grave: true };
    case 'void-unknown':
      return { text: t('holds:review.voidUnknown'), grave: true };
    case 'capturing':
      return { text: t('holds:review.inFlight'), grave: false };
    case 'voiding':
      return { text: t('holds:review.voidInFlight'), grave: false };
    case 'captured':
      return {
        text: t('holds:review.captured', { date: moment(hold.capture?.startedAt ?? hold.authorization.startedAt) }),
        grave: false,
      };
    case 'voided':
      return {
        text: t(effectiveState(hold.authorization) === 'approved' ? 'holds:review.voided' : 'holds:review.refused'),
        grave: false,
      };
    case 'doubtful':
      return { text: t('holds:review.doubtful'), grave: true };
    case 'altered':
      return { text: t('holds:review.altered'), grave: true };
    case 'unlisted':
      return { text: t('holds:review.unlisted'), grave: true };
  }
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
