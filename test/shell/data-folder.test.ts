/** Where the data folder is, and how it leaves the roaming profile of Windows. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { dataFolder } from '#electron/shell/start/data-folder.ts';

let profile: string;
beforeEach(() => {
  profile = mkdtempSync(path.join(tmpdir(), 'caja-profile-'));
});
afterEach(() => rmSync(profile, { recursive: true, force: true }));

const place = (name: string) => path.join(profile, name, 'Caja');
const onWindows = (rename?: (from: string, to: string) => void) =>
  dataFolder({
    platform: 'win32',
    env: { LOCALAPPDATA: path.join(profile, 'Local') },
    standard: place('Roaming'),
    ...(rename === undefined ? {} : { rename }),
  });

function fill(name: string): void {
  mkdirSync(path.join(place(name), 'exports'), { recursive: true });
  writeFileSync(path.join(place(name), 'ledger.db'), 'ledger');
  writeFileSync(path.join(place(name), 'ledger.db-wal'), 'log');
  writeFileSync(path.join(place(name), 'exports/1.json'), 'export');
}

function expectMoved(): void {
  expect(readFileSync(path.join(place('Local'), 'ledger.db'), 'utf8')).toBe('ledger');
  expect(readFileSync(path.join(place('Local'), 'ledger.db-wal'), 'utf8')).toBe('log');
  expect(readFileSync(path.join(place('Local'), 'exports/1.json'), 'utf8')).toBe('export');
  expect(readdirSync(path.join(profile, 'Roaming'))).toEqual([]);
  expect(readdirSync(path.join(profile, 'Local'))).toEqual(['Caja']);
}

const anotherDrive = (from: string, to: string): void => {
  if (path.dirname(from) !== path.dirname(to)) throw Object.assign(new Error('another drive'), { code: 'EXDEV' });
  renameSync(from, to);
};

it('other systems and unusual accounts keep the default', () => {
  const standard = place('Roaming');
  expect(dataFolder({ platform: 'linux', env: { LOCALAPPDATA: profile }, standard })).toEqual({
    folder: standard,
    issue: null,
  });
  expect(dataFolder({ platform: 'win32', env: {}, standard })).toEqual({ folder: standard, issue: null });
});

it('a new seat starts in the local profile', () => {
  expect(onWindows()).toEqual({ folder: place('Local'), issue: null });
});

it('a folder in the roaming profile moves whole, over an empty one too, and only once', () => {
  fill('Roaming');
  mkdirSync(place('Local'), { recursive: true });
  expect(onWindows()).toEqual({ folder: place('Local'), issue: null });
  expectMoved();
  expect(onWindows()).toEqual({ folder: place('Local'), issue: null });
  expectMoved();
});

it('a roaming profile on another drive is copied and removed', () => {
  fill('Roaming');
  mkdirSync(path.join(profile, 'Local'));
  expect(onWindows(anotherDrive)).toEqual({ folder: place('Local'), issue: null });
  expectMoved();
});

it('a copy that was cut off is made again', () => {
  fill('Roaming');
  renameSync(place('Roaming'), `${place('Roaming')} (moving)`);
  mkdirSync(path.join(profile, 'Local', 'Caja (copying)'), { recursive: true });
  writeFileSync(path.join(profile, 'Local', 'Caja (copying)', 'ledger.db'), 'led');
  expect(onWindows(anotherDrive)).toEqual({ folder: place('Local'), issue: null });
  expectMoved();
});

it('a folder that another program has open stays where it is, with all that is in it', () => {
  fill('Roaming');
  const inUse = Object.assign(new Error('in use'), { code: 'EPERM' });
  expect(
    onWindows(() => {
      throw inUse;
    }),
  ).toEqual({ folder: place('Roaming'), issue: 'The data folder stays in the roaming profile: in use' });
  expect(readFileSync(path.join(place('Roaming'), 'ledger.db'), 'utf8')).toBe('ledger');
});

it('a copy that fails leaves the folder in use where it was', () => {
  fill('Roaming');
  // Without a local profile there is nowhere to copy to: its place is a file.
  writeFileSync(path.join(profile, 'Local'), '');
  const { folder, issue } = onWindows(anotherDrive);
  expect(folder).toBe(place('Roaming'));
  expect(issue).not.toBeNull();
  expect(readdirSync(path.join(profile, 'Roaming'))).toEqual(['Caja']);
  expect(readFileSync(path.join(place('Roaming'), 'ledger.db'), 'utf8')).toBe('ledger');
});

it('an empty folder never stands in for one that could not be copied', () => {
  fill('Roaming');
  renameSync(place('Roaming'), `${place('Roaming')} (moving)`);
  mkdirSync(place('Roaming'));
  writeFileSync(path.join(profile, 'Local'), '');
  expect(onWindows(anotherDrive).folder).toBe(place('Roaming'));
  expect(readFileSync(path.join(place('Roaming'), 'ledger.db'), 'utf8')).toBe('ledger');
});

const coded = (code: string): Error => Object.assign(new Error(code), { code });
const copying = (id: number | string) => path.join(profile, 'Local', `Caja (copying ${id})`);

it('a move that another start ends first leads to the moved folder, never to an empty one', () => {
  fill('Roaming');
  mkdirSync(path.join(profile, 'Local'));
  const first = onWindows((from, to) => {
    expect(onWindows()).toEqual({ folder: place('Local'), issue: null });
    renameSync(from, to);
  });
  expect(first).toEqual({ folder: place('Local'), issue: null });
  expectMoved();
});

it('two starts that copy at once make one whole folder', () => {
  fill('Roaming');
  mkdirSync(path.join(profile, 'Local'));
  let isFirst = true;
  const meanwhile = (from: string, to: string): void => {
    if (isFirst && to === place('Local') && from !== place('Roaming')) {
      isFirst = false;
      // The other start has a process of its own, so its copy has another name.
      renameSync(from, `${from}.kept`);
      expect(onWindows(anotherDrive)).toEqual({ folder: place('Local'), issue: null });
      renameSync(`${from}.kept`, from);
    }
    anotherDrive(from, to);
  };
  expect(onWindows(meanwhile)).toEqual({ folder: place('Local'), issue: null });
  expectMoved();
});

it('a former folder that can’t be removed takes no part any more, and goes later', () => {
  fill('Roaming');
  mkdirSync(path.join(profile, 'Local'));
  const inUse = (from: string, to: string): void => {
    if (to.endsWith('(moved)')) throw coded('EPERM');
    anotherDrive(from, to);
  };
  const { folder, issue } = onWindows(inUse);
  expect(folder).toBe(place('Local'));
  expect(issue).toContain('is not used');
  expect(readFileSync(path.join(place('Local'), 'ledger.db'), 'utf8')).toBe('ledger');
  // Cut off while it was being removed: nothing of it is ever taken for the ledger.
  rmSync(`${place('Roaming')} (moving)`, { recursive: true });
  mkdirSync(`${place('Roaming')} (moved)`);
  writeFileSync(path.join(`${place('Roaming')} (moved)`, 'ledger.db-wal'), 'log');
  expect(onWindows()).toEqual({ folder: place('Local'), issue: null });
  expectMoved();
});

it('copies of ended processes go, one that another process makes stays', () => {
  fill('Roaming');
  mkdirSync(path.join(profile, 'Local'));
  const own = process.ppid;
  for (const id of [own, 2 ** 30]) mkdirSync(copying(id));
  mkdirSync(path.join(profile, 'Local', 'Caja (copying) of mine'));
  expect(onWindows(anotherDrive).folder).toBe(place('Local'));
  expect(readdirSync(path.join(profile, 'Local')).toSorted()).toEqual([
    'Caja',
    `Caja (copying ${own})`,
    'Caja (copying) of mine',
  ]);
});

it('with two folders the local one counts, and the log tells of the other', () => {
  fill('Roaming');
  fill('Local');
  writeFileSync(path.join(place('Roaming'), 'ledger.db'), 'older');
  const { folder, issue } = onWindows();
  expect(folder).toBe(place('Local'));
  expect(issue).toContain(place('Roaming'));
  expect(readFileSync(path.join(place('Local'), 'ledger.db'), 'utf8')).toBe('ledger');
  expect(readFileSync(path.join(place('Roaming'), 'ledger.db'), 'utf8')).toBe('older');
});

it('a crash between any two steps loses nothing, and the next start ends the move', () => {
  for (let step = 1; step <= 3; step++) {
    fill('Roaming');
    mkdirSync(path.join(profile, 'Local'), { recursive: true });
    let renames = 0;
    const crash = (from: string, to: string): void => {
      if (path.dirname(from) !== path.dirname(to)) throw coded('EXDEV');
      renames += 1;
      // Nothing after this step happens, not even the way back.
      if (renames >= step) throw coded('EIO');
      renameSync(from, to);
    };
    onWindows(crash);
    expect(onWindows(anotherDrive).folder).toBe(place('Local'));
    expect(readFileSync(path.join(place('Local'), 'ledger.db'), 'utf8')).toBe('ledger');
    expect(readFileSync(path.join(place('Local'), 'ledger.db-wal'), 'utf8')).toBe('log');
    rmSync(path.join(profile, 'Local'), { recursive: true });
    rmSync(path.join(profile, 'Roaming'), { recursive: true });
  }
});
