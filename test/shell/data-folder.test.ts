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
  mkdirSync(path.join(place(name), 'answers'), { recursive: true });
  writeFileSync(path.join(place(name), 'ledger.db'), 'ledger');
  writeFileSync(path.join(place(name), 'ledger.db-wal'), 'log');
  writeFileSync(path.join(place(name), 'answers/1.json'), 'answer');
}

function expectMoved(): void {
  expect(readFileSync(path.join(place('Local'), 'ledger.db'), 'utf8')).toBe('ledger');
  expect(readFileSync(path.join(place('Local'), 'ledger.db-wal'), 'utf8')).toBe('log');
  expect(readFileSync(path.join(place('Local'), 'answers/1.json'), 'utf8')).toBe('answer');
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
  ).toEqual({ folder: place('Roaming'), issue: 'in use' });
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
