/** Keeps the window's title, the application menu and the hiding from screenshots in line with the seat. */
import type { Merchants } from '#electron/core/merchants/merchants.ts';
import type { Session } from '#electron/core/operators/session.ts';
import type { Words } from '#electron/shell/words.ts';
import type { EventName } from '#shared/contract/contract.ts';
import type { SeatSettings } from '#shared/seat/settings.ts';
import type { Screens } from './screens.ts';

export interface FollowSeatParts {
  readonly screens: Pick<Screens, 'describe'>;
  readonly words: () => Words;
  readonly settings: () => Pick<SeatSettings, 'screenCapture'>;
  /** Resolves when the program is wired. */
  readonly wired: () => Promise<{
    readonly merchants: Pick<Merchants, 'active'>;
    readonly session: Pick<Session, 'access' | 'actor'>;
  }>;
}

/** Events that may change the title or the menu. */
const followed: ReadonlySet<EventName> = new Set(['session.changed', 'seat.changed', 'merchants.changed']);

/** Updates title and menu once, and again after each relevant event. @returns the listener for events */
export function followSeat({ screens, words, settings, wired }: FollowSeatParts): (event: EventName) => void {
  const describe = async (): Promise<void> => {
    const { merchants, session } = await wired();
    screens.describe({
      words: words(),
      merchant: merchants.active(),
      lockable: session.access().kind === 'working',
      working: session.actor() !== null,
      hidesCards: settings().screenCapture === 'hidden',
    });
  };
  void describe();
  return (event) => {
    if (followed.has(event)) void describe();
  };
}
