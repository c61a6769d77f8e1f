/** Names of the IPC channels, apart from the contract so that the preload carries no schema. */

/** The only channel for calls. Carries a `CallMessage`. */
export const callChannel = 'caja:call';
/** The only channel for events. Carries an `EventMessage`. */
export const eventChannel = 'caja:event';
/** The only channel of the collector's window, served by that window's contents alone. Carries a text or null. */
export const collectorChannel = 'caja:collected';
