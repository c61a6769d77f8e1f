/** Finds the notes of a release in the changelog, for its page and for the list of the update. */

/** Returns the part below the heading of a version, such as `## [1.0.0] - 2026-11-23`; null where there is none. */
export function notesOf(changelog: string, version: string): string | null {
  const heading = `[${version}] - `;
  const own = changelog.split(/^## /m).find((part) => part.startsWith(heading));
  if (own === undefined || !/^\d{4}-\d\d-\d\d\n/.test(own.slice(heading.length))) return null;
  return own.split('\n').slice(1).join('\n').trim();
}

/** Returns notes without the marks of Markdown, because seats show them as they are. */
export const withoutMarks = (notes: string): string =>
  notes
    .replaceAll(/^#+ /gm, '')
    .replaceAll(/\*\*|`/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
