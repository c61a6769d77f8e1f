/** Tells whether a Linux desktop shows notifications. */
import { listenToBus } from './bus.ts';
import { sessionAddress } from './desktop-locks.ts';

const server = 'org.freedesktop.Notifications';
const serverPath = '/org/freedesktop/Notifications';

/** Longest wait in ms for a server that the bus has to start first. */
const longestStart = 10_000;

/**
 * Asks the desktop's server of notifications who it is, and starts it as a first notification would. Electron waits for that server
 * with its main process, up to minutes where none answers (electron 48753), and every payment with it.
 */
export function desktopNotifies(env: NodeJS.ProcessEnv, wait = longestStart): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const stop = listenToBus({
    address: sessionAddress(env),
    rules: [],
    onSignal: () => undefined,
    onListening(call) {
      call(server, serverPath, server, 'GetServerInformation', []).then(
        () => resolve(true),
        () => resolve(false),
      );
    },
    onLost: () => resolve(false),
  });
  const timer = setTimeout(() => resolve(false), wait);
  return promise.finally(() => {
    clearTimeout(timer);
    stop();
  });
}
