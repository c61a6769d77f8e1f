/** Turns release notes into plain text of a bounded length. */

const mostCharacters = 4_000;

/** @param given a text, or the texts of several versions, as electron-builder writes them */
export function plainNotes(given: unknown): string {
  const texts = Array.isArray(given) ? given.map((each: unknown) => noteOf(each)) : [noteOf(given)];
  const text = texts
    .join('\n\n')
    .replaceAll('\r\n', '\n')
    // Control characters and those that turn the direction of writing.
    .replace(/[^\n\P{C}]/gu, '')
    .trim();
  return text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters)}…`;
}

function noteOf(given: unknown): string {
  if (typeof given === 'string') return given;
  const note = (given as { readonly note?: unknown } | null | undefined)?.note;
  return typeof note === 'string' ? note : '';
}
