/** Saves what support needs as one file that its reader can open and look through first. */
import type { Actor } from '#electron/core/ports/host.ts';
import { fileFailure, saveExport } from '#electron/calls/exports/export-attempts.ts';
import { writeZip } from '#electron/export/write-zip.ts';
import type { Words } from '#electron/shell/words.ts';
import { ok, type Result } from '#shared/failure.ts';
import { readDiagnostics, type DiagnosticsSources, type ReadPart } from './read-diagnostics.ts';
import type { Services } from '#electron/calls/services.ts';

export type DiagnosticsParts = Pick<Services, 'longWork' | 'dialogs' | 'words'> & DiagnosticsSources;

/** @returns the file with its number of parts; null when the operator closed the dialog or stopped the work */
export function saveDiagnostics(
  parts: DiagnosticsParts,
  actor: Actor,
): Promise<Result<{ readonly path: string; readonly rows: number } | null>> {
  const { words, clock, seat } = parts;
  const { t, day } = words();
  const at = clock();
  const name = t('settings:diagnostics.fileName', { seat: fileNamePart(seat.settings().seat), day: day(at) });
  const asked = {
    kind: 'export-diagnostics',
    actor,
    title: t('settings:diagnostics.save'),
    name,
    format: 'zip',
  } as const;
  return saveExport(parts, asked, async (file, course) => {
    course.begin('write', null);
    const read = await readDiagnostics(parts, course);
    const members = read.flatMap(({ file: member, content }) => (content === null ? [] : { name: member, content }));
    const contents = { name: 'README.txt', content: Buffer.from(contentsPage(read, words(), parts, at)) };
    try {
      await writeZip(file, [contents, ...members], at);
      return ok(members.length);
    } catch (error) {
      return fileFailure(error);
    }
  });
}

/** Keeps what every file system takes: letters, digits and hyphens. */
const fileNamePart = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40) || 'caja';

function contentsPage(
  read: readonly ReadPart[],
  { t }: Words,
  { seat, version }: Pick<DiagnosticsParts, 'seat' | 'version'>,
  at: Date,
): string {
  const lines = read.flatMap(({ name, file, fault }) => [
    file,
    `  ${t(`settings:diagnostics.parts.${name}`)}`,
    ...(fault === null ? [] : [`  ${t('settings:diagnostics.missing', { reason: fault })}`]),
    '',
  ]);
  const heading = t('settings:diagnostics.heading', { seat: seat.settings().seat, version, at: at.toISOString() });
  return [heading, '', ...lines, t('settings:diagnostics.leftOut'), ''].join('\n');
}
