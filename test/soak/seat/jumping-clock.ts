/** The clock of a seat's computer, which is set forwards and backwards while the program runs. Timers go on, as they do there. */
const RealDate = Date;
let ahead = 0;
const now = (): number => RealDate.now() + ahead;

class JumpingDate extends RealDate {
  constructor(...parts: readonly unknown[]) {
    super(...((parts.length === 0 ? [now()] : parts) as [number]));
  }
  static override now(): number {
    return now();
  }
}
globalThis.Date = JumpingDate as DateConstructor;

/** @param milliseconds ahead of the true time */
export function setClockAhead(milliseconds: number): void {
  ahead = milliseconds;
}
