/** Who is awaited, and where, in a sentence. */

/** Stands for the seats of a ledger that was made anew and names none of them. No seat takes it off the list, but a supervisor does. */
export const unnamedSeats = '?';

/** Begins the marks of embedded ledgers, whose payments may have been settled in another one. */
export const fileMark = 'file ';

/** True for the mark of an embedded ledger, which entries that were copied from there tell of. */
export const isMarkOfFile = (mark: string): boolean => mark.startsWith(fileMark);

export const seatNames = (t: (key: 'audit:deed.unnamedSeats') => string, seats: readonly string[]): string =>
  seats.map((seat) => (seat === unnamedSeats ? t('audit:deed.unnamedSeats') : seat)).join(', ');
