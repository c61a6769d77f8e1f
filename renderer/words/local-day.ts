/** Local days as a date field writes them, `2026-11-20`, and their bounds in UTC. */
/** Returns the start of a local day and of the day after it, in UTC; null when the text is not a day. */
export function boundsOfDay(day: string): { readonly from: string; readonly until: string } | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (!match) return null;
  const [year, month, date] = [Number(match[1]), Number(match[2]) - 1, Number(match[3])];
  const from = new Date(year, month, date);
  if (from.getMonth() !== month) return null;
  return { from: from.toISOString(), until: new Date(year, month, date + 1).toISOString() };
}

/** Returns the local day of an instant, as a date field writes it. */
export function localDay(moment: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}
