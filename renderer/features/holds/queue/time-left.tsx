/** Countdown of one hold. An icon tells its urgency; colour only repeats it. */
import { stillWaits, type RecordedHoldState } from '#shared/payments/hold-state.ts';
import {
  IconAlertTriangleFilled,
  IconClock,
  IconClockExclamation,
  IconClockOff,
  IconCircleCheckFilled,
  IconCircleOff,
  IconHelp,
  IconHelpTriangleFilled,
  IconLock,
  IconProgress,
  type Icon,
} from '@tabler/icons-react';
import { useText } from '#renderer/words/i18n.ts';
import type { Hold } from '#shared/ledger/holds.ts';
import { useNow } from '#renderer/ui/clock.ts';
import { millisecondsLeft, partLeft, spellAgo, urgencyOf, type Urgency } from './hold-time.ts';
import { spell } from '#renderer/words/unconfirmed/age.ts';
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

const stateIcons = {
  open: IconLock,
  capturing: IconProgress,
  captured: IconCircleCheckFilled,
  'capture-unknown': IconHelpTriangleFilled,
  voiding: IconProgress,
  'void-unknown': IconHelpTriangleFilled,
  voided: IconCircleOff,
  doubtful: IconHelpTriangleFilled,
  altered: IconAlertTriangleFilled,
  unlisted: IconHelp,
} as const satisfies Readonly<Record<RecordedHoldState, Icon>>;

const stateTones: Readonly<Partial<Record<RecordedHoldState, 'approved' | 'unknown'>>> = {
  captured: 'approved',
  'capture-unknown': 'unknown',
  'void-unknown': 'unknown',
  doubtful: 'unknown',
  altered: 'unknown',
  unlisted: 'unknown',
};

/** State of a hold as an icon and a word. */
export function HoldStateMark({ state }: { readonly state: RecordedHoldState }) {
  const { t } = useText();
  const Icon = stateIcons[state];
  return (
    <span className={parts.line} data-tone={stateTones[state]}>
      <Icon size={16} className={stateTones[state] === undefined ? classes.faint : undefined} aria-hidden />
      {t(`holds:states.${state}`)}
    </span>
  );
}
