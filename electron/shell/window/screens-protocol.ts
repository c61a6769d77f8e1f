/** Registers the `app:` scheme that serves the screens. */
import { protocol, type CustomScheme, type Session } from 'electron';
import { screensOrigin } from '#electron/ipc/sender.ts';

const scheme = screensOrigin.protocol.slice(0, -1);

/**
 * Registers the scheme. Must be called before the program is ready.
 * @param others the program's other schemes, because Electron takes one registration
 */
export function registerScreensScheme(...others: readonly CustomScheme[]): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
    ...others,
  ]);
}

/** Serves one session only, so that no other window can load the screens. */
export function handleScreens(session: Session, answer: (request: Request) => Promise<Response>): void {
  session.protocol.handle(scheme, answer);
}
