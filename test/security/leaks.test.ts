/** Proves that the search finds a card planted in any form and reports nothing in innocent bytes. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeSpreadsheet } from '#electron/export/spreadsheet.ts';
import { filesBelow, keyedIn, leaksIn, leaksInBytes, passcodesIn, type Keyed } from './leaks.ts';

const card: Keyed = { number: '4059310181757001', securityCode: '003', email: 'ana@example.org' };
const hash = createHash('sha512').update(`${card.number}${card.securityCode}${card.email}`).digest('hex');

function integerOf(number: string): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(number));
  return bytes;
}

function floatOf(number: string): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(Number(number));
  return bytes;
}

describe('the search for cards', () => {
  it.each<[string, string | Buffer]>([
    ['plain', `x${card.number}y`],
    ['in groups', 'card 4059 3101 8175 7001.'],
    ['with dashes', '4059-3101-8175-7001'],
    ['percent-encoded', '4059%203101%208175%207001'],
    ['with three marks between the digits', [...card.number].join(' - ')],
    ['with no-break and invisible characters', '4059\u00a0\u200b3101\u00a0\u200b8175\u2009\u2060\ufeff7001'],
    ['in full-width digits', '４０５９３１０１８１７５７００１'],
    ['spelled in JSON', [...card.number].map((digit) => `\\u003${digit}`).join('')],
    ['spelled in HTML', [...card.number].map((digit) => `&#x3${digit};`).join('')],
    ['with blanks of HTML', '4059&nbsp;3101&nbsp;8175&nbsp;7001'],
    ['between other digits', `991${card.number}0930`],
    ['backwards', [...card.number].reverse().join('')],
    ['in UTF-16', Buffer.from(card.number, 'utf16le')],
    ['in big-endian UTF-16', Buffer.from(card.number, 'utf16le').swap16()],
    ['in groups in UTF-16', Buffer.from('4059 3101 8175 7001', 'utf16le')],
    ['in hex of UTF-16', Buffer.from(card.number, 'utf16le').toString('hex')],
    ['in groups in hex after half a byte', `a${Buffer.from('4059 3101 8175 7001').toString('hex').toUpperCase()}`],
    ['as an integer of SQLite', integerOf(card.number)],
    ['as a floating-point number', floatOf(card.number)],
    ['in gzip', gzipSync(`card ${card.number}`)],
    ['in hex', Buffer.from(card.number).toString('hex')],
    ['in base64', Buffer.from(card.number).toString('base64')],
    ['in base64 after one byte', Buffer.from(`x${card.number}yz`).toString('base64')],
    ['in base64 after two bytes', Buffer.from(`xy${card.number}z`).toString('base64')],
    ['in base64 for URLs, in groups', Buffer.from('>?>?4059 3101 8175 7001').toString('base64url')],
    ['in base64 of UTF-16', Buffer.from(card.number, 'utf16le').toString('base64')],
    ['as a security code by its name', '{"securityCode":"003"}'],
    ['as a field of family B', 'CCNum=removed&CVV2=003&Tel=1'],
    ['as the hash of family B', hash.toUpperCase()],
  ])('finds it %s', (_title, planted) => {
    expect(leaksInBytes(Buffer.from(planted), [card])).not.toEqual([]);
  });

  it('tells a plain number once, when bytes beside it look like an escape by chance', () => {
    expect(leaksInBytes(Buffer.from('%41 4059-3101-8175-7001'), [card])).toEqual(['a card number, in groups']);
  });

  it.each([
    'ending 7001',
    '405931',
    '01928374-5566-7788-99aa-bbccddeeff00',
    '{"code":"003","httpStatus":200}',
    'CVV2=0034',
    '5517747952039692',
  ])('finds nothing in %j', (text) => {
    expect(leaksInBytes(Buffer.from(text), [card])).toEqual([]);
  });

  describe('over a folder', () => {
    let folder: string;
    beforeEach(() => {
      folder = mkdtempSync(path.join(tmpdir(), 'caja-leaks-'));
      mkdirSync(path.join(folder, 'user-data'));
      writeFileSync(path.join(folder, 'keyed.jsonl'), `${JSON.stringify({ card, email: card.email })}\n`);
    });
    afterEach(() => rmSync(folder, { recursive: true, force: true }));

    const add = (line: object) =>
      writeFileSync(path.join(folder, 'ipc.jsonl'), `${JSON.stringify(line)}\n`, { flag: 'a' });
    const search = () => {
      const files = filesBelow(folder);
      return leaksIn(files, keyedIn(files)).map(({ file, what }) => `${path.basename(file)}: ${what}`);
    };

    it('the search reads the keyed cards from their own file and does not report that file', () => {
      expect(keyedIn(filesBelow(folder))).toEqual([card]);
      expect(search()).toEqual([]);
    });

    it('the search finds a number that was only asked about', () => {
      writeFileSync(path.join(folder, 'keyed.jsonl'), '{"card":{"number":"5517747952039692"}}\n');
      add({ direction: 'answer', channel: 'caja:call', content: { ok: true, value: { kind: 'none' }, empty: '' } });
      expect(search()).toEqual([]);
      add({ direction: 'answer', channel: 'caja:call', content: { detail: 'asked for 5517 7479 5203 9692' } });
      expect(search()).toEqual(['ipc.jsonl: a card number, in groups']);
    });

    it('the search finds a card in a database', () => {
      const database = new DatabaseSync(path.join(folder, 'user-data/ledger.db'));
      database.exec(`create table notes (text text); insert into notes values ('${card.number}')`);
      database.close();
      expect(search()).toEqual(['ledger.db: a card number, plain']);
    });

    it('the search finds a card in a deleted row, and in the write-ahead log of an open database', () => {
      const file = path.join(folder, 'user-data/ledger.db');
      const database = new DatabaseSync(file);
      database.exec(
        `pragma journal_mode = delete; create table notes (text text); insert into notes values ('${card.number}')`,
      );
      database.exec('delete from notes');
      expect(search()).toEqual(['ledger.db: a card number, plain']);
      database.exec('pragma secure_delete = on; vacuum; pragma journal_mode = wal');
      expect(search()).toEqual([]);
      database.exec(`insert into notes values ('4059-3101-8175-7001')`);
      expect(search()).toEqual(['ledger.db-wal: a card number, in groups']);
      database.close();
    });

    it('the search finds a card in a workbook, in process arguments and in the log of a database', async () => {
      const rows = (async function* () {
        yield [`card ${card.number}`];
      })();
      const columns = [{ heading: 'Note', kind: 'text' as const }];
      await writeSpreadsheet({ file: path.join(folder, 'user-data/export.xlsx'), sheetName: 'P', columns, rows });
      const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
      write('processes.txt', `caja\0--note=${card.number}\0HOME=/root`);
      write('postgres.log', "LOG: execute <unnamed>: select 1\nDETAIL: Parameters: $1 = '4059 3101 8175 7001'");
      expect(search().toSorted()).toEqual([
        'export.xlsx: a card number, in a zip, plain',
        'postgres.log: a card number, in groups',
        'processes.txt: a card number, plain',
      ]);
    });

    it('the search finds a keyed passcode in any form and skips those that are too short', () => {
      const passcode = 'grano-de-arroz';
      writeFileSync(path.join(folder, 'keyed.jsonl'), `${JSON.stringify({ passcode })}\n{"passcode":"short"}\n`);
      const passcodes = passcodesIn(filesBelow(folder));
      expect(passcodes).toEqual([passcode]);
      const plant = (planted: string | Buffer) => {
        writeFileSync(path.join(folder, 'user-data/operators.json'), planted);
        return leaksIn(filesBelow(folder), [], passcodes).map(({ what }) => what);
      };
      expect(plant('{"hash":"$scrypt$ln=17","name":"short"}')).toEqual([]);
      expect(plant(`{"passcode":"${passcode}"}`)).toEqual(['a passcode, plain']);
      expect(plant(Buffer.from(passcode, 'utf16le'))).toEqual(['a passcode, in UTF-16']);
      expect(plant(Buffer.from(passcode, 'utf16le').swap16())).toEqual(['a passcode, in UTF-16']);
      expect(plant(Buffer.from(passcode).toString('hex').toUpperCase())).toEqual(['a passcode, in hex']);
      for (const before of ['x', 'xy', 'xyz']) {
        expect(plant(Buffer.from(`${before}${passcode}y`).toString('base64'))).toEqual(['a passcode, in base64']);
      }
    });

    it('the search finds cards and codes in answers and events, but not the service’s own codes', () => {
      add({ direction: 'answer', channel: 'c', content: { service: { code: '003' } } });
      expect(search()).toEqual([]);
      add({ direction: 'answer', channel: 'c', content: { value: { note: '003' } } });
      add({ direction: 'event', channel: 'e', content: [{ payload: { text: card.number } }] });
      expect(search()).toEqual(['ipc.jsonl: a security code as note', 'ipc.jsonl: a card number, plain']);
    });
  });
});
