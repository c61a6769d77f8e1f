/** The policy of a computer: what it says, whose it has to be, and that a wrong one loosens nothing. */
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { noPolicy } from '#electron/core/policy/policy.ts';
import { policyFiles, policyOfCheckout, readMachinePolicy, tellPolicy } from '#electron/shell/start/machine-policy.ts';
import { readWindowsRights } from '#electron/shell/start/windows-rights.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const me = process.getuid?.() ?? 0;
const file = () => path.join(folder, 'policy.json');
const read = (administrator = me) => readMachinePolicy({ platform: 'linux', env: {}, files: [file()], administrator });
const shop = { name: 'Shop', environment: 'production', baseUrl: 'https://service.example.com' };
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

  it('is the first one that is there', async () => {
    const other = path.join(folder, 'other.json');
    writeFileSync(other, JSON.stringify({ version: 1, language: 'en' }));
    const readBoth = () => readMachinePolicy({ platform: 'linux', env: {}, files: [file(), other], administrator: me });
    expect(await readBoth()).toMatchObject({ file: other, language: 'en' });
    write({ version: 1, language: 'es' });
    expect(await readBoth()).toMatchObject({ file: file(), language: 'es' });
  });

  it('is named by a variable to a program that runs from a checkout, and never to a packed one', () => {
    const env = { CAJA_POLICY_FILE: '/tmp/mine.json' };
    expect(policyOfCheckout(true, env)).toEqual({});
    expect(policyOfCheckout(false, {})).toEqual({});
    expect(policyOfCheckout(false, env)).toEqual({ files: ['/tmp/mine.json'], administrator: me, rightsOf: null });
  });

  it('rules nothing where there is none', async () => {
    expect(await read()).toEqual(noPolicy);
  });

  it('fixes what it says, and no more', async () => {
    write({ version: 1, updates: { forbidden: true } });
    expect(await read()).toEqual({ ...noPolicy, file: file(), updates: { off: 'forbidden', url: null } });
    write({ version: 1, updates: { url: 'https://updates.example.com/caja/' }, idleMinutes: 3 });
    expect(await read()).toEqual({
      ...noPolicy,
      file: file(),
      updates: { off: null, url: 'https://updates.example.com/caja/' },
      idleMinutes: 3,
    });
  });

  it('may begin with the mark that editors of Windows write, and is refused in another encoding', async () => {
    const policy = { version: 1, idleMinutes: 3, merchants: { allowed: [{ ...shop, name: 'Ferretería' }] } };
    const text = JSON.stringify(policy, null, 2).replaceAll('\n', '\r\n');
    write(`\ufeff${text}`);
    expect(await read()).toMatchObject({ issue: null, idleMinutes: 3, merchants: [{ name: 'Ferretería' }] });
    writeFileSync(file(), text, 'latin1');
    expect(await read()).toMatchObject({ merchants: null, issue: expect.stringContaining('utf-8') });
  });

  it('is told to the log, with its file and what it fixes, or why it can’t be used', async () => {
    const lines: string[] = [];
    const log = { info: (text: string) => void lines.push(text), warn: (text: string) => void lines.push(`! ${text}`) };
    tellPolicy(await read(), log);
    expect(lines).toEqual([]);
    write({ version: 1, language: 'es', merchants: { provisionedOnly: true } });
    tellPolicy(await read(), log);
    write('{"version":1,"merchants":{"allowed":[{"name": Card4059310181757001}]}}');
    tellPolicy(await read(), log);
    write({ version: 1, merchants: { allowed: [{ ...shop, name: 'Card 4059 3101 8175 7001' }] } });
    tellPolicy(await read(), log);
    expect(lines[0]).toBe(`The policy ${file()} fixes: language, merchants`);
    const unusable = `! The policy ${file()} can't be used: `;
    expect(lines[1]).toBe(`${unusable}(file) is not valid JSON`);
    expect(lines[2]).toBe(`${unusable}merchants.allowed[0].name must not hold a card number`);
  });

  it.each<[string, unknown]>([
    ['that is no JSON', '{"version": 1, '],
    ['of a later version', { version: 2 }],
    ['with a name that nobody knows', { version: 1, update: { forbidden: true } }],
    [
      'with a part twice, of which one would count for nothing',
      '{"version":1,"merchants":{"allowed":[]},"merchants":{}}',
    ],
    ['with an address without https', { version: 1, updates: { url: 'http://updates.example.com/' } }],
    ['of more than 1 MiB', `${' '.repeat(1024 * 1024)}{"version":1}`],
  ])('%s stops updates, locks the rest and says why', async (_title, policy) => {
    write(policy);
    const { updates, issue } = await read();
    expect(updates).toEqual({ off: 'policy', url: null });
    expect(issue).toContain(file());
  });

  // Windows has neither numbers of accounts nor modes.
  if (process.platform === 'win32') return;
  it('counts only as a file that nobody but the administrator can change', async () => {
    write({ version: 1 });
    expect((await read(me + 1)).updates.off).toBe('policy');
    chmodSync(file(), 0o664);
    expect((await read()).updates.off).toBe('policy');
    rmSync(file());
    writeFileSync(path.join(folder, 'other.json'), '{"version":1}');
    symlinkSync(path.join(folder, 'other.json'), file());
    expect((await read()).updates.off).toBe('policy');
  });
});

/** Descriptors as `(Get-Acl …).Sddl` prints them: no name in them is translated, whatever the language of Windows. */
const user = 'S-1-5-21-1004336348-1177238915-682003330-1105';
const sddl = {
  /** What the installers make, and a file that an administrator writes there. */
  ownFolder: 'O:BAG:BAD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1200a9;;;BU)',
  ownFile: 'O:BAG:S-1-5-21-1004336348-1177238915-682003330-513D:AI(A;ID;FA;;;SY)(A;ID;FA;;;BA)(A;ID;0x1200a9;;;BU)',
  /** A folder that an administrator makes by hand: accounts may add to it. */
  usualFolder:
    'O:BAG:SYD:AI(A;OICIID;FA;;;SY)(A;OICIID;FA;;;BA)(A;OICIIOID;GA;;;CO)(A;OICIID;0x1200a9;;;BU)(A;CIID;DCLCRPCR;;;BU)',
  systemFile: 'O:SYG:SYD:AI(A;ID;FA;;;SY)(A;ID;FA;;;BA)(A;ID;FRFX;;;BU)S:AI(AU;SAFA;FA;;;WD)',
  /** Made by another account first. */
  theirFolder: `O:${user}G:BUD:AI(A;ID;FA;;;${user})(A;OICIIOID;GA;;;CO)(A;OICIID;FA;;;BA)(A;OICIID;0x1200a9;;;BU)`,
  theirFile: `O:${user}G:BUD:AI(A;ID;FA;;;${user})(A;ID;FA;;;SY)(A;ID;FA;;;BA)(A;ID;0x1200a9;;;BU)`,
} as const;

describe('the policy of a computer with Windows', () => {
  const other = () => path.join(folder, 'other/policy.json');
  const readAs = (...rights: readonly (readonly [string, string])[]) => {
    const left = [...rights];
    const rightsOf = () => {
      const [ofFile = '', ofFolder = ''] = left.shift() ?? [];
      return Promise.resolve({ file: ofFile, folder: ofFolder });
    };
    return readMachinePolicy({ platform: 'win32', env: {}, files: [file(), other()], rightsOf });
  };

  it.each([
    ['that an administrator wrote into the installers’ folder', sddl.ownFile, sddl.ownFolder],
    ['that an administrator wrote into a folder of his own', sddl.ownFile, sddl.usualFolder],
    ['that a tool wrote as the system', sddl.systemFile, sddl.ownFolder],
    ['in a folder that gives rights to what is made in it alone', sddl.ownFile, `${sddl.ownFolder}(A;OICIIO;FA;;;BU)`],
    ['with a denial for everybody', sddl.ownFile.replace('(', '(D;;FW;;;WD)('), sddl.ownFolder],
  ])('counts for a file %s', async (_what, ofFile, ofFolder) => {
    write({ version: 1, language: 'es' });
    expect(await readAs([ofFile, ofFolder])).toMatchObject({
      file: file(),
      foreign: null,
      language: 'es',
      issue: null,
    });
  });

  it.each([
    ['of another account', sddl.theirFile, sddl.usualFolder],
    ['in another account’s folder', sddl.ownFile, sddl.theirFolder],
    ['in a folder whose owner may give rights again', sddl.ownFile, sddl.ownFolder.replace('O:BA', `O:${user}`)],
    ['that everybody may change', sddl.ownFile.replace('0x1200a9', '0x1301bf'), sddl.ownFolder],
    ['whose rights everybody may change', sddl.ownFile.replace('0x1200a9', 'FRWD'), sddl.ownFolder],
    ['that a user may write beside what he inherits', sddl.ownFile.replace('(', `(A;;FW;;;${user})(`), sddl.ownFolder],
    ['with a right that nobody knows', sddl.ownFile.replace('0x1200a9', 'FRQQ'), sddl.ownFolder],
    ['that everybody may remove from its folder', sddl.ownFile, sddl.ownFolder.replace('0x1200a9', 'FRDT')],
    ['in a folder that everybody may rename', sddl.ownFile, sddl.usualFolder.replace('DCLCRPCR', 'DCLCRPCRSD')],
    [
      'of another account with rights that can’t be read',
      `${sddl.theirFile}(XA;;FX;;;WD;(Member_of {BA}))`,
      'O:BAG:BAD:(',
    ],
    ['without any rule', 'O:BAG:BAD:NO_ACCESS_CONTROL', sddl.ownFolder],
  ])('is named and not obeyed for a file %s', async (_what, ofFile, ofFolder) => {
    write({ version: 1, language: 'es', updates: { forbidden: true } });
    const policy = await readAs([ofFile, ofFolder]);
    expect(policy).toEqual({ ...noPolicy, foreign: file() });
    const warned: string[] = [];
    tellPolicy(policy, { info: () => undefined, warn: (text) => void warned.push(text) });
    expect(warned).toEqual([expect.stringContaining(`${file()} is not obeyed`)]);
  });

  it('is not obeyed where the file or its folder leads elsewhere', async () => {
    writeFileSync(path.join(folder, 'real.json'), '{"version":1,"language":"es"}');
    symlinkSync(path.join(folder, 'real.json'), file());
    expect(await readAs([sddl.ownFile, sddl.ownFolder])).toEqual({ ...noPolicy, foreign: file() });
    rmSync(file());
    symlinkSync(folder, path.dirname(other()));
    writeFileSync(file(), '{"version":1,"language":"es"}');
    const led = await readMachinePolicy({
      platform: 'win32',
      env: {},
      files: [other()],
      rightsOf: () => Promise.resolve({ file: sddl.ownFile, folder: sddl.ownFolder }),
    });
    expect(led).toEqual({ ...noPolicy, foreign: other() });
  });

  it('counts for the next place where the first has a file of another account', async () => {
    write({ version: 1, language: 'en' });
    mkdirSync(path.dirname(other()));
    writeFileSync(other(), '{"version":1,"language":"es"}');
    const policy = await readAs([sddl.theirFile, sddl.usualFolder], [sddl.ownFile, sddl.ownFolder]);
    expect(policy).toMatchObject({ file: other(), foreign: file(), language: 'es' });
  });

  it('locks what it may fix where its owner can’t be told, in whatever language', async () => {
    write({ version: 1 });
    for (const said of ['', 'Acceso denegado', `O:${user}`, 'O:BAG:BAD:PAI(A;;FA;;;BA', 'O:BAG:BA']) {
      expect((await readAs([said, sddl.ownFolder])).updates.off, said).toBe('policy');
    }
  });
});

// A PowerShell of the test, found as Windows' own is.
describe.skipIf(process.platform === 'win32')('the rights of a file on Windows', () => {
  function ask(script: string, timeout?: number) {
    const powerShell = path.join(folder, 'System32/WindowsPowerShell/v1.0/powershell.exe');
    mkdirSync(path.dirname(powerShell), { recursive: true });
    writeFileSync(powerShell, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const env = { SystemRoot: folder, PATH: process.env['PATH'], PSMODULEPATH: '/elsewhere' };
    return () => readWindowsRights(path.join(folder, 'Caja ñ/policy.json'), env, timeout);
  }

  it('are asked of the system’s PowerShell, for the file and its folder', async () => {
    const shown = await ask('echo "$5|$CAJA_FILE"; echo "${PSMODULEPATH-none}|$CAJA_FOLDER"')();
    expect(shown).toEqual({
      file: expect.stringMatching(
        /'Stop'; Import-Module -Name \(\$PSHOME \+ '\\Modules\\Microsoft\.PowerShell\.Security'\); .*Get-Acl -LiteralPath \$_\).Sddl \}\|.*Caja ñ.policy\.json$/,
      ) as string,
      folder: `none|${path.join(folder, 'Caja ñ')}`,
    });
  });

  it.each([
    ['a refusal', 'echo "Get-Acl : No se puede encontrar la ruta de acceso" >&2; exit 1'],
    ['one descriptor', 'echo O:BA'],
    ['three lines', 'echo O:BA; echo O:BA; echo O:BA'],
    ['a failure after the answer', 'echo O:BA; echo O:BA; exit 1'],
  ])('are not known after %s', async (_what, script) => {
    await expect(ask(script)()).rejects.toThrow('PowerShell ended');
  });

  it('are asked while the program goes on, so that a second start finds it at work', async () => {
    const asked = ask('sleep 1; echo O:BA; echo O:SY')();
    const answered = vi.fn();
    void asked.then(answered);
    await setImmediate();
    expect(answered).not.toHaveBeenCalled();
    expect(await asked).toEqual({ file: 'O:BA', folder: 'O:SY' });
  });

  it('are not waited for without end', async () => {
    await expect(ask('exec sleep 600', 200)()).rejects.toThrow('SIGTERM');
  });
});
