/** The policy of a computer: what it says, whose it has to be, and that a wrong one loosens nothing. */
import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { policyFile, readMachinePolicy } from '#electron/shell/start/machine-policy.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'caja-policy-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const me = process.getuid?.() ?? 0;
const file = () => path.join(folder, 'policy.json');
const read = (administrator = me) => readMachinePolicy({ platform: 'linux', env: {}, file: file(), administrator });
function write(policy: unknown): void {
  writeFileSync(file(), typeof policy === 'string' ? policy : JSON.stringify(policy), { mode: 0o644 });
}

describe('the policy of a computer', () => {
  it('lies where each system keeps what administrators write', () => {
    expect(policyFile('linux', {})).toBe('/etc/caja/policy.json');
    expect(policyFile('darwin', {})).toBe('/Library/Application Support/Caja/policy.json');
    expect(policyFile('win32', { ProgramData: String.raw`D:\Data` })).toBe(String.raw`D:\Data\Caja\policy.json`);
  });

  it('rules nothing where there is none', () => {
    expect(read()).toEqual({ updates: { off: null, url: null }, issue: null });
  });

  it('forbids updates, or names a channel of the company', () => {
    write({ version: 1, updates: { forbidden: true } });
    expect(read()).toEqual({ updates: { off: 'forbidden', url: null }, issue: null });
    write({ version: 1, updates: { url: 'https://updates.example.com/caja/' } });
    expect(read()).toEqual({ updates: { off: null, url: 'https://updates.example.com/caja/' }, issue: null });
    write({ version: 1 });
    expect(read()).toEqual({ updates: { off: null, url: null }, issue: null });
  });

  it.each<[string, unknown]>([
    ['that is no JSON', '{"version": 1, '],
    ['of a later version', { version: 2 }],
    ['with a name that nobody knows', { version: 1, update: { forbidden: true } }],
    ['with an address without https', { version: 1, updates: { url: 'http://updates.example.com/' } }],
    ['of more than 64 KiB', `${' '.repeat(65_536)}{"version":1}`],
  ])('%s stops updates and says why', (_title, policy) => {
    write(policy);
    const { updates, issue } = read();
    expect(updates).toEqual({ off: 'policy', url: null });
    expect(issue).toContain(file());
  });

  // Windows has neither numbers of accounts nor modes.
  if (process.platform === 'win32') return;
  it('counts only as a file that nobody but the administrator can change', () => {
    write({ version: 1 });
    expect(read(me + 1).updates.off).toBe('policy');
    chmodSync(file(), 0o664);
    expect(read().updates.off).toBe('policy');
    rmSync(file());
    writeFileSync(path.join(folder, 'other.json'), '{"version":1}');
    symlinkSync(path.join(folder, 'other.json'), file());
    expect(read().updates.off).toBe('policy');
  });
});
