/** The log's file: lines without card numbers, keys, hashes, passwords and addresses, and errors with their causes. */
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openLog } from '#electron/shell/log.ts';
import { describeError, redact } from '#electron/shell/redaction.ts';
import { folderOfTests } from '#test/fixtures/temporary-folder.ts';

const cards = ['4059310181757001', '5517747952039692', '4580458045804580'];
const secretHash =
  'c50a947dac2832f38335a1ce366a3c6428daf3bfe6df7702ecdbd10ec0e3fee80fbf0c1dbe6ea39d0ac00764b32ba47b2148ce29d9251497ad04606667275d77';

describe('redaction', () => {
  it.each([
    ['a hash of the card', `sent ${secretHash}`, secretHash],
    ['a web code', `code ${'A1B2'.repeat(32)}`, 'A1B2A1B2'],
    ['a fingerprint', 'print 3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', '3q2-7w'],
    ['the password of an address', 'postgres://caja:hunter2@db.example.org/caja', 'hunter2'],
    ['an e-mail address', 'for ana.perez@example.org', 'ana.perez'],
    ['a named security code', '{"securityCode":"003"}', '003'],
  ])('redaction removes %s', (_title, line, secret) => {
    expect(redact(line)).not.toContain(secret);
    expect(redact(line)).toContain('[removed]');
  });

  it('redaction leaves what support needs: identifiers, times, hosts, paths, codes', () => {
    const line =
      'Bug 01928374-5566-7788-99aa-112233445566 in payments.sell at 2026-11-20T19:28:42.123Z: ECONNREFUSED 127.0.0.1:41234 /opt/caja/dist/main/main.js:120:15';
    expect(redact(line)).toBe(line);
  });

  it('redaction removes card numbers from any surrounding text', () => {
    const around = fc.string({ maxLength: 20 }).filter((text) => !/\d/.test(text));
    fc.assert(
      fc.property(around, fc.constantFrom(...cards), around, (before, card, after) => {
        expect(redact(`${before} ${card} ${after}`)).not.toContain(card);
      }),
    );
  });

  it.each(['a', 'a.'])('redaction of 64 KiB of %j costs less than a second of the processor', (part) => {
    const begun = process.cpuUsage();
    redact(part.repeat(65_536 / part.length));
    const { user, system } = process.cpuUsage(begun);
    expect((user + system) / 1_000).toBeLessThan(1_000);
  });

  it('errors are described with their causes and without other properties', () => {
    const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', request: cards[0] });
    const text = describeError(new TypeError('send failed', { cause }));
    expect(text).toContain('TypeError: send failed');
    expect(text).toContain('caused by Error: refused');
    expect(text).toContain('(ECONNREFUSED)');
    expect(text).not.toContain(cards[0]);
    expect(describeError({ card: cards[0] })).toBe('thrown: object');
  });
});

describe('the log', () => {
  const log = openLog(path.join(folderOfTests(), 'logs'));

  it('the log leaves out the secret members of what is logged as an object', () => {
    log.info('Request', {
      operation: 'sell',
      card: { number: cards[0], securityCode: '739' },
      note: `paid with ${cards[1]} by ana.perez@example.org`,
      headers: new Map([['authorization', 'SEGMENTONE|SEGMENTTWO']]),
      cause: new Error(`refused ${cards[2]}`),
    });
    const line = readFileSync(log.file, 'utf8')
      .split('\n')
      .find((written) => written.includes('Request'));
    expect(line).toContain('"operation":"sell"');
    for (const secret of [...cards, '739', 'ana.perez', 'SEGMENTONE']) expect(line).not.toContain(secret);
    rmSync(log.file);
  });

  it('the log writes to its own file, redacted at every level, errors and their causes too', () => {
    log.info(`info ${cards[0]}`);
    log.warn(`warn ${cards[1]?.replace(/(\d{4})/g, '$1 ')}`);
    log.error('failed', new Error(`with ${cards[2]}`, { cause: new Error(`CVV2=123&CCNum=${cards[0]}`) }));
    const written = readFileSync(log.file, 'utf8');
    expect(written.match(/\[(info|warn|error)\]/g)).toEqual(['[info]', '[warn]', '[error]']);
    expect(written).toContain('caused by Error');
    for (const card of cards) expect(written.replaceAll(' ', '')).not.toContain(card);
    expect(written).not.toContain('123&');
  });
});
