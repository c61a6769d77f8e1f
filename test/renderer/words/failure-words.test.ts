/** Words of failures whose reason the system tells in English. */
import i18next from 'i18next';
import { beforeAll, describe, expect, test } from 'vitest';
import { failureWords } from '#renderer/words/failure-words.ts';
import { formatsOf } from '#renderer/words/formats.ts';
import type { Translate } from '#renderer/words/i18n.ts';
import { startBothLanguages } from '#test/fixtures/languages.ts';

beforeAll(() => startBothLanguages());

describe.each([
  ['read', {}, 'No se pudo usar el archivo.'],
  ['written', { doing: 'write' }, 'El archivo no se guardó.'],
] as const)('of a file that was being %s', (_how, doing, title) => {
  test.each([
    ["ENOENT: no such file or directory, open '/nowhere/x.csv'", 'La carpeta o el archivo no existe.'],
    [
      "EACCES: permission denied, open '/x.csv'",
      'No se permite escribir ahí, u otro programa tiene abierto el archivo.',
    ],
    ['ENOSPC: no space left on device, write', 'El disco está lleno.'],
    ['file is not a database', 'No es un respaldo de Caja.'],
  ])('“%s” is told in Spanish, with what the system said below', (detail, body) => {
    const t = i18next.getFixedT('es') as unknown as Translate;
    const { money } = formatsOf('es', 'America/Panama', () => new Date(0));
    expect(failureWords(t, money, { kind: 'file', ...doing, detail })).toMatchObject({ title, body, detail });
  });
});

test('a reason that is in the operator’s language already is told alone', () => {
  const t = i18next.getFixedT('es') as unknown as Translate;
  const { money } = formatsOf('es', 'America/Panama', () => new Date(0));
  const detail = 'Ya hay un archivo con ese nombre.';
  expect(failureWords(t, money, { kind: 'file', detail })).toMatchObject({ body: detail, detail: '' });
});
