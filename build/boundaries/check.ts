/** Judges imports by the table of rooms; pure, so that a test can plant an offender of every rule. */
import type { SourceFile } from './imports.ts';
import { everywhere, mostFiles, rooms, type Room, type Runtime } from './table.ts';

export const roomNames = [...Object.keys(rooms), ...everywhere];

/** The row of a path: the longest that begins it; null where no row does. */
export function roomOf(path: string): string | null {
  const fitting = roomNames.filter((name) => path === name || path.startsWith(`${name}/`));
  return fitting.toSorted((one, other) => other.length - one.length)[0] ?? null;
}

const rowOf = (room: string): Room | null => (room in rooms ? rooms[room as keyof typeof rooms] : null);

/** Every breach of a rule, one line each: the file and what is wrong with it. */
export function breachesOf(files: readonly SourceFile[]): readonly string[] {
  return [...files.flatMap(ofImports), ...circles(files), ...crowdedFolders(files), ...namesTwice(files)];
}

function ofImports(file: SourceFile): readonly string[] {
  const room = roomOf(file.path);
  if (room === null) return [`${file.path}: no room of the table holds it`];
  const row = rowOf(room);
  return file.imports.flatMap((imported) => {
    if (imported.kind === 'computed')
      return row === null || row.runtime === 'any'
        ? []
        : [`${file.path}: imports a name that is computed when it runs`];
    if (imported.kind === 'unresolved') return [`${file.path}: imports ${imported.text}, which is not there`];
    if (row === null) return [];
    if (imported.kind === 'package') {
      return mayUse(row, imported.name)
        ? []
        : [`${file.path}: ${room} (${row.runtime}) may not import ${imported.name}`];
    }
    if (row.runtime === 'any' && imported.path.startsWith('node_modules/')) return [];
    const target = roomOf(imported.path);
    if (target === room || (target !== null && row.rooms.includes(target))) return [];
    return [`${file.path}: ${room} may not import ${target ?? 'what is outside of every room'} (${imported.path})`];
  });
}

const brings: Readonly<Record<Runtime, (name: string) => boolean>> = {
  pure: () => false,
  dom: () => false,
  preload: (name) => name === 'electron',
  node: (name) => name.startsWith('node:'),
  electron: (name) => name.startsWith('node:') || name === 'electron',
  any: () => true,
};

const mayUse = (row: Room, name: string): boolean => brings[row.runtime](name) || row.packages.includes(name);

/** Circles of files, type-only imports included: a circle is one thought cut in two files that can't be read apart. */
function circles(files: readonly SourceFile[]): readonly string[] {
  const importsOf = new Map(
    files.map(({ path, imports }) => [path, imports.flatMap((one) => (one.kind === 'file' ? [one.path] : []))]),
  );
  const done = new Set<string>();
  const trail: string[] = [];
  const found: string[] = [];
  const visit = (path: string): void => {
    const start = trail.indexOf(path);
    if (start >= 0) found.push(`${path}: imports itself in a circle, ${[...trail.slice(start), path].join(' → ')}`);
    if (start >= 0 || done.has(path)) return;
    trail.push(path);
    for (const next of importsOf.get(path) ?? []) visit(next);
    trail.pop();
    done.add(path);
  };
  for (const path of importsOf.keys()) visit(path);
  return found;
}

function crowdedFolders(files: readonly SourceFile[]): readonly string[] {
  const code = files.filter(({ path }) => /\.tsx?$/u.test(path));
  return [...Map.groupBy(code, ({ path }) => path.slice(0, path.lastIndexOf('/')))]
    .filter(([, inside]) => inside.length > mostFiles)
    .map(
      ([folder, inside]) => `${folder}: has ${inside.length} code files, at most ${mostFiles} may stand in a folder`,
    );
}

/** English and Spanish texts have the same names on purpose: their types are compared. */
const isNamedOnce = (path: string): boolean =>
  /^(shared|electron|renderer|test\/e2e\/stage)\//u.test(path) && !path.startsWith('shared/locales/');

function namesTwice(files: readonly SourceFile[]): readonly string[] {
  const named = files
    .filter(({ path }) => isNamedOnce(path))
    .flatMap(({ path, exportedNames }) => [...new Set(exportedNames)].map((name) => ({ name, path })));
  return [...Map.groupBy(named, ({ name }) => name)]
    .filter(([, places]) => places.length > 1)
    .map(([name, places]) => `${places.map(({ path }) => path).join(', ')}: each exports ${name}`);
}
