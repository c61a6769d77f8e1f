/** The names of awaited seats in a sentence. */

/** Stands for the seats of a ledger that was made anew and names none of them. No seat takes it off the list, but a supervisor does. */
export const unnamedSeats = '?';

export const seatNames = (t: (key: 'audit:deed.unnamedSeats') => string, seats: readonly string[]): string =>
  seats.map((seat) => (seat === unnamedSeats ? t('audit:deed.unnamedSeats') : seat)).join(', ');
