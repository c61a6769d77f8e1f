/** Keeps the window's title and the application menu in line with the seat. */
import type { Merchants } from '#electron/core/merchants/merchants.ts';
import type { Session } from '#electron/core/operators/session.ts';
import type { Words } from '#electron/shell/words.ts';
import type { EventName } from '#shared/contract/contract.ts';
import type { Screens } from './screens.ts';

export interface FollowSeatParts {
  readonly screens: Pick<Screens, 'describe'>;
  readonly words: () => Words;
  /** Resolves when the program is wired. */
  readonly wired: () => Promise<{
    readonly merchants: Pick<Merchants, 'active'>;
    readonly session: Pick<Session, 'access'>;
  }>;
}

/** Events after which title or menu may say something else. */
const followed: ReadonlySet<EventName> = new Set(['session.changed', 'seat.changed', 'merchants.changed']);

/** Describes the seat once, and again after each event that may change what is said. @returns what takes the events */
export function followSeat({ screens, words, wired }: FollowSeatParts): (event: EventName) => void {
  const describe = async (): Promise<void> => {
    const { merchants, session } = await wired();
    screens.describe(words(), merchants.active(), session.access().kind === 'working');
  };
  void describe();
  return (event) => {
    if (followed.has(event)) void describe();
  };
}
