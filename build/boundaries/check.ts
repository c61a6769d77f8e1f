/** Checks imports against the table of rooms. Pure, so that a test can break every rule. */
import type { SourceFile } from './imports.ts';
import type { Room, Runtime } from './room.ts';
import { everywhere, mostFiles, rooms } from './table.ts';

export const roomNames = [...Object.keys(rooms), ...everywhere];

/** Returns the room of a path, the longest that the path begins with; null when there is none. */
export function roomOf(path: string): string | null {
  const candidates = roomNames.filter((name) => path === name || path.startsWith(`${name}/`));
  return candidates.toSorted((one, other) => other.length - one.length)[0] ?? null;
}

const rowOf = (room: string): Room | null => (room in rooms ? rooms[room as keyof typeof rooms] : null);

/** Returns every breach of a rule, one line each: the file and its fault. */
export function breachesOf(files: readonly SourceFile[]): readonly string[] {
  return [
    ...files.flatMap(importBreaches),
    ...importCycles(files),
    ...crowdedFolders(files),
    ...duplicateExports(files),
  ];
}

/** True for a file in a folder without a row, where other folders of the room have theirs: a wall is missing. */
const lacksRow = (path: string, room: string): boolean =>
  room in rooms &&
  path.slice(room.length + 1).includes('/') &&
  roomNames.some((name) => name.startsWith(`${room}/`) && !/\.\w+$/u.test(name));

function importBreaches(file: SourceFile): readonly string[] {
  const room = roomOf(file.path);
  if (room === null) return [`${file.path}: no room of the table holds it`];
  if (lacksRow(file.path, room)) return [`${file.path}: its folder has no row of its own within ${room}`];
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

const providedBy: Readonly<Record<Runtime, (name: string) => boolean>> = {
  pure: () => false,
  dom: () => false,
  preload: (name) => name === 'electron',
  node: (name) => name.startsWith('node:'),
  electron: (name) => name.startsWith('node:') || name === 'electron',
  any: () => true,
};

const mayUse = (row: Room, name: string): boolean => providedBy[row.runtime](name) || row.packages.includes(name);

/** Finds import cycles, type-only imports included, because files of a cycle can't be understood one by one. */
function importCycles(files: readonly SourceFile[]): readonly string[] {
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

/** Leaves the locales out: English and Spanish texts have the same names on purpose, because their types are compared. */
const needsUniqueExports = (path: string): boolean =>
  /^(shared|electron|renderer|test\/e2e\/stage)\//u.test(path) && !path.startsWith('shared/locales/');

function duplicateExports(files: readonly SourceFile[]): readonly string[] {
  const named = files
    .filter(({ path }) => needsUniqueExports(path))
    .flatMap(({ path, exportedNames }) => [...new Set(exportedNames)].map((name) => ({ name, path })));
  return [...Map.groupBy(named, ({ name }) => name)]
    .filter(([, places]) => places.length > 1)
    .map(([name, places]) => `${places.map(({ path }) => path).join(', ')}: each exports ${name}`);
}
