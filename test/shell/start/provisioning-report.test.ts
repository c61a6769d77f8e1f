/** What a provisioning file's end is to a script: its code, and lines for the console that steer nothing and have an end. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, test, vi } from 'vitest';
import { root } from '#build/paths.ts';
import type { ProvisioningOutcome } from '#electron/core/provisioning/provisioning.ts';
import { reportProvisioning } from '#electron/shell/provisioning-report.ts';
import { redact } from '#electron/shell/redaction.ts';
import { readCommandLine } from '#electron/shell/command-line.ts';
import { unanswered } from '#electron/shell/start/provisioning-end.ts';
import { wordsOf } from '#electron/shell/words.ts';
import type { Language } from '#shared/languages.ts';

function report(outcome: () => Promise<ProvisioningOutcome>, language: Language = 'en') {
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn(), file: '/seat/logs/main.log' };
  return { log, end: reportProvisioning(outcome, wordsOf(language), log, true) };
}

const refused = (why: Extract<ProvisioningOutcome, { kind: 'refused' }>['why'], message = 'is wrong') =>
  report(() => Promise.resolve({ kind: 'refused', why, issues: [{ path: 'ledger', message }] }));

describe('the exit code', () => {
  it.each([
    ['invalid', 3],
    ['unreadable', 5],
    ['not-vouched', 6],
    ['not-applied', 7],
  ] as const)('of a file that is %s is %i', async (why, code) => {
    expect(await refused(why).end).toMatchObject({ code, lines: expect.arrayContaining(['ledger: is wrong']) });
  });

  it('is 6 while a supervisor has to allow the file, and 0 once it is applied', async () => {
    const waiting = await report(() => Promise.resolve({ kind: 'waits' })).end;
    expect(waiting).toMatchObject({ code: 6 });
    expect(waiting.lines.join(' ')).toMatch(/Nothing was changed.*without --exit.*serial/);
    const operators = { added: ['Rosa', 'Beto'], changed: [] };
    const done = { created: ['Shop'], updated: [], keyGiven: false, operators };
    expect(await report(() => Promise.resolve({ kind: 'applied', report: done })).end).toEqual({
      code: 0,
      lines: ['Provisioning: 1 merchant was set up.', 'Operators: 2 added, 0 changed.'],
    });
  });

  it('of a file that is right as it is comes with no word of correcting it', async () => {
    expect((await refused('key-store-asks').end).lines.join(' ')).not.toContain('the file and');
  });

  it.each(['en', 'es'] as const)(
    'is 7 when the work broke off, and the console names the log and no cause (%s)',
    async (language) => {
      const { end, log } = report(() => Promise.reject(new Error('ENOSPC while writing cclw=ABC')), language);
      const { code, lines } = await end;
      expect(code).toBe(7);
      expect(lines.join('\n')).toContain('/seat/logs/main.log');
      expect(lines.join('\n')).not.toContain('ABC');
      expect(lines.at(-1)).toBe(wordsOf(language).t('shell:provision.partly'));
      expect(log.error).toHaveBeenCalledOnce();
    },
  );
});

test('the line of the log keeps every word of a mistake in a secret', async () => {
  const issues = [
    { path: 'merchants[0].cclw', message: 'Too small: expected string to have >=1 characters' },
    { path: 'merchants[0].apiKey', message: 'is required by the family "json"' },
  ];
  const { end, log } = report(() => Promise.resolve({ kind: 'refused', why: 'invalid', issues }));
  await end;
  for (const [line] of log.warn.mock.calls) expect(redact(String(line))).toBe(line);
  expect(String(log.warn.mock.lastCall)).toContain('merchants[0].apiKey is required by the family');
});

describe('the guide of provisioning', () => {
  const guide = readFileSync(path.join(root, 'docs/provisioning.md'), 'utf8');

  it('lists every exit code once', () => {
    const codes = guide.matchAll(/^\| (\d+) \|/gm);
    expect(Array.from(codes, ([, code]) => Number(code))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(unanswered.code).toBe(8);
  });

  it('names the options that the command line knows', () => {
    const file = path.join(root, 'seats.json');
    expect(readCommandLine(['caja', '--provision', file, '--exit'], root, '1.2.3')).toMatchObject({
      kind: 'line',
      line: { provision: file, exit: true },
    });
    expect(guide).toContain('caja --provision FILE --exit');
  });
});

describe('the lines for the console', () => {
  it('hold no character that steers it', async () => {
    const { lines } = await refused('invalid', 'Unrecognized key: "\u001b]0;owned\u0007\u202e\n"').end;
    expect(lines.join('')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(lines.join('')).toContain('owned');
  });

  it('have an end, and say how many mistakes there are', async () => {
    const issues = Array.from({ length: 5_000 }, () => ({ path: 'merchants', message: 'x'.repeat(5_000) }));
    const { lines } = await report(() => Promise.resolve({ kind: 'refused', why: 'invalid', issues })).end;
    expect(lines.length).toBeLessThan(60);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(1_000);
    expect(lines).toContain('(file): has 4950 more mistakes');
  });
});
