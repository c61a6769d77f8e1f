/** The policy of a computer: what it says, whose it has to be, and that a wrong one loosens nothing. */
import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noPolicy } from '#electron/core/policy/policy.ts';
import { policyFiles, policyOfCheckout, readMachinePolicy, tellPolicy } from '#electron/shell/start/machine-policy.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'caja-policy-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const me = process.getuid?.() ?? 0;
const file = () => path.join(folder, 'policy.json');
const read = (administrator = me) => readMachinePolicy({ platform: 'linux', env: {}, files: [file()], administrator });
function write(policy: unknown): void {
  writeFileSync(file(), typeof policy === 'string' ? policy : JSON.stringify(policy), { mode: 0o644 });
}

describe('the policy of a computer', () => {
  it('lies where each system keeps what administrators write', () => {
    expect(policyFiles('linux', {})).toEqual(['/etc/caja/policy.json']);
    expect(policyFiles('darwin', {})).toEqual(['/Library/Application Support/Caja/policy.json']);
    const usual = String.raw`C:\ProgramData\Caja\policy.json`;
    expect(policyFiles('win32', { ProgramData: String.raw`C:\ProgramData` })).toEqual([usual]);
    // A user can set the variable, and must not lead the program past the file by it.
    expect(policyFiles('win32', { ProgramData: String.raw`D:\Data` })).toEqual([
      usual,
      String.raw`D:\Data\Caja\policy.json`,
    ]);
  });

  it('is the first one that is there', () => {
    const other = path.join(folder, 'other.json');
    writeFileSync(other, JSON.stringify({ version: 1, language: 'en' }));
    const readBoth = () => readMachinePolicy({ platform: 'linux', env: {}, files: [file(), other], administrator: me });
    expect(readBoth()).toMatchObject({ file: other, language: 'en' });
    write({ version: 1, language: 'es' });
    expect(readBoth()).toMatchObject({ file: file(), language: 'es' });
  });

  it('is named by a variable to a program that runs from a checkout, and never to a packed one', () => {
    const env = { CAJA_POLICY_FILE: '/tmp/mine.json' };
    expect(policyOfCheckout(true, env)).toEqual({});
    expect(policyOfCheckout(false, {})).toEqual({});
    expect(policyOfCheckout(false, env)).toEqual({ files: ['/tmp/mine.json'], administrator: me });
  });

  it('rules nothing where there is none', () => {
    expect(read()).toEqual(noPolicy);
  });

  it('fixes what it says, and no more', () => {
    write({ version: 1, updates: { forbidden: true } });
    expect(read()).toEqual({ ...noPolicy, file: file(), updates: { off: 'forbidden', url: null } });
    write({ version: 1, updates: { url: 'https://updates.example.com/caja/' }, idleMinutes: 3 });
    expect(read()).toEqual({
      ...noPolicy,
      file: file(),
      updates: { off: null, url: 'https://updates.example.com/caja/' },
      idleMinutes: 3,
    });
  });

  it('is told to the log, with its file and what it fixes, or why it can’t be used', () => {
    const lines: string[] = [];
    const log = { info: (text: string) => void lines.push(text), warn: (text: string) => void lines.push(`! ${text}`) };
    tellPolicy(read(), log);
    expect(lines).toEqual([]);
    write({ version: 1, language: 'es', merchants: { provisionedOnly: true } });
    tellPolicy(read(), log);
    write('{');
    tellPolicy(read(), log);
    expect(lines[0]).toBe(`The policy ${file()} fixes: language, merchants`);
    expect(lines[1]).toContain(`! The policy ${file()} can't be used: `);
  });

  it.each<[string, unknown]>([
    ['that is no JSON', '{"version": 1, '],
    ['of a later version', { version: 2 }],
    ['with a name that nobody knows', { version: 1, update: { forbidden: true } }],
    ['with an address without https', { version: 1, updates: { url: 'http://updates.example.com/' } }],
    ['of more than 1 MiB', `${' '.repeat(1024 * 1024)}{"version":1}`],
  ])('%s stops updates, locks the rest and says why', (_title, policy) => {
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
