/** The names of the two IPC channels, apart from the contract so that the preload carries no schema. */

/** The one channel of calls, with a `CallMessage`. */
export const callChannel = 'caja:call';
/** The one channel of events, with an `EventMessage`. */
export const eventChannel = 'caja:event';
