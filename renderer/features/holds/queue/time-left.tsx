/** Countdown of one hold. An icon tells its urgency; colour only repeats it. */
import { stillWaits } from '#shared/payments/hold-state.ts';
import { IconAlertTriangleFilled, IconClock, IconClockExclamation, IconClockOff } from '@tabler/icons-react';
import { useText } from '#renderer/words/i18n.ts';
import type { Hold } from '#shared/ledger/holds.ts';
import { useNow } from '#renderer/ui/clock.ts';
import { millisecondsLeft, partLeft, spell, spellAgo, urgencyOf, type Urgency } from './hold-time.ts';
import classes from './queue.module.css';
import parts from '#renderer/ui/parts.module.css';

const icons = { calm: IconClock, first: IconClockExclamation, second: IconAlertTriangleFilled, past: IconClockOff };
const words = {
  calm: 'holds:columns.timeLeft',
  first: 'holds:time.under48h',
  second: 'holds:time.under24h',
  past: 'holds:time.past',
} as const satisfies Record<Urgency, string>;

const tones = { calm: undefined, first: 'unknown', second: 'declined', past: 'plain' } as const;

export function TimeLeft({ hold }: { readonly hold: Hold }) {
  const { t } = useText();
  const now = useNow();
  const left = millisecondsLeft(hold, now);
  if (!stillWaits(hold.state)) return <span className={classes.faint}>–</span>;
  const urgency = urgencyOf(left);
  const Icon = icons[urgency];
  return (
    <span className={parts.line} data-tone={tones[urgency]}>
      <Icon
        size={16}
        className={urgency === 'calm' ? classes.faint : undefined}
        role="img"
        aria-label={t(words[urgency])}
      />
      {urgency === 'past' ? (
        t('holds:time.expired', { ago: spellAgo(t, left) })
      ) : (
        <>
          <span className={classes.left}>{spell(t, left)}</span>
          <span className={classes.gauge} aria-hidden="true">
            <span style={{ inlineSize: `${partLeft(hold, now) * 100}%` }} />
          </span>
        </>
      )}
    </span>
  );
}
