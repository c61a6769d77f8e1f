/** The outcome of an attempt in one word, with an icon and a colour of the same meaning. */
import {
  IconAlertTriangleFilled,
  IconBan,
  IconCircleCheckFilled,
  IconCircleXFilled,
  IconPlugConnectedX,
  IconProgress,
  type Icon,
} from '@tabler/icons-react';
import { operationFacts } from '#shared/payments/operations.ts';
import type { AttemptState } from '#shared/payments/outcome.ts';
import { effectiveState, type Attempt } from '#shared/payments/attempt.ts';
import { useText } from '#renderer/words/i18n.ts';
import classes from './outcome-badge.module.css';

const icons: Readonly<Record<AttemptState, Icon>> = {
  sending: IconProgress,
  approved: IconCircleCheckFilled,
  declined: IconCircleXFilled,
  rejected: IconBan,
  'not-sent': IconPlugConnectedX,
  unknown: IconAlertTriangleFilled,
};

/** The icon of a state, in its colour. Decorative, because words stand beside it. */
export function OutcomeIcon({ state, size = 18 }: { readonly state: AttemptState; readonly size?: number }) {
  const Shape = icons[state];
  return (
    <span className={classes.icon} data-state={state} aria-hidden="true">
      <Shape size={size} />
    </span>
  );
}

/** Icon and word: `Held`, `Charged`, `Declined` … */
export function OutcomeBadge({ attempt }: { readonly attempt: Pick<Attempt, 'operation' | 'state' | 'resolution'> }) {
  const { t } = useText();
  const state = effectiveState(attempt);
  const word =
    state !== 'approved'
      ? t(`outcomes:state.${state}`)
      : t(`outcomes:badge.${operationFacts(attempt.operation).result}`);
  return (
    <span className={classes.badge} data-state={state}>
      <OutcomeIcon state={state} size={16} />
      {word}
    </span>
  );
}
