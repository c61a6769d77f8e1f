/** Words of failures whose reason the system tells in English. */
import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { failureWords } from '#renderer/words/failure-words.ts';
import { formatsOf } from '#renderer/words/formats.ts';
import type { Translate } from '#renderer/words/i18n.ts';
import { startBothLanguages } from '#test/fixtures/languages.ts';

beforeAll(() => startBothLanguages());

test.each([
  ["ENOENT: no such file or directory, open '/nowhere/x.csv'", 'La carpeta o el archivo no existe.'],
  ["EACCES: permission denied, open '/x.csv'", 'No se permite escribir ahí, u otro programa tiene abierto el archivo.'],
  ['ENOSPC: no space left on device, write', 'El disco está lleno.', 'El archivo no se guardó.'],
  [
    "EROFS: read-only file system, open '/x.csv.6a26d4ad.partial'",
    'No se permite escribir ahí, u otro programa tiene abierto el archivo.',
    'El archivo no se guardó.',
  ],
  ['file is not a database', 'No es un respaldo de Caja.'],
])(
  '“%s” is told in Spanish, with what the system said below',
  (detail, body, title = 'No se pudo usar el archivo.') => {
    const t = i18next.getFixedT('es') as unknown as Translate;
    const { money } = formatsOf('es', 'America/Panama', () => new Date(0));
    expect(failureWords(t, money, { kind: 'file', detail })).toMatchObject({ title, body, detail });
  },
);

test('a reason that is in the operator’s language already is told alone', () => {
  const t = i18next.getFixedT('es') as unknown as Translate;
  const { money } = formatsOf('es', 'America/Panama', () => new Date(0));
  const detail = 'Ya hay un archivo con ese nombre.';
  expect(failureWords(t, money, { kind: 'file', detail })).toMatchObject({ body: detail, detail: '' });
});
