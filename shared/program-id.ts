/** Names under which the systems know the program. Installed programs depend on them, so they never change. */

/** Bundle on macOS, model id of the application on Windows. */
export const programId = 'com.caja.terminal';
/** Class under which Windows wakes the program for a click on a notification. Any GUID does, if it stays. */
export const toastActivator = '{B3B15F79-486F-44B7-AC8E-7AD5F69A4AAA}';
