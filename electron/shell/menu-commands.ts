/** Runs the commands of the application menu: some act on the session, the others go to the screens. */
import type { Session } from '#electron/core/operators/session.ts';
import type { Emit } from '#electron/core/ports/host.ts';
import type { Command } from './menu.ts';

/** @param session null until the program is wired */
export function createMenuCommands(
  session: () => Pick<Session, 'lock' | 'signOut'> | null,
  emit: Emit,
): (command: Command, byKey: boolean) => void {
  return (command, byKey) => {
    if (command === 'lock') session()?.lock('command');
    else if (command === 'sign-out') session()?.signOut();
    else emit('menu.command', { command, byKey });
  };
}
