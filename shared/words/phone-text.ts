/** Writes a number of Panama with its country code as `+507 6020-1236`, and any other as it was keyed. */
export function phoneText(keyed: string): string {
  const [, local, line] = /^507(\d{3,4})(\d{4})$/.exec(keyed.replace(/\D/g, '')) ?? [];
  return local === undefined || line === undefined ? keyed : `+507 ${local}-${line}`;
}
