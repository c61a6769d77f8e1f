/** Entries of the palette: found by any of their words, with and without accents. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { folded, matchingEntries } from '#renderer/words/matching.ts';

const entries = [
  { name: 'Preautorizaciones', note: 'Pantallas' },
  { name: 'Capturar ahora', note: 'Preautorizaciones' },
  { name: 'Exportar', note: 'Historial' },
];

describe('the palette', () => {
  it('finds an entry without its accents', () => {
    expect(matchingEntries([{ name: 'Cerrar sesión' }], 'sesion')).toHaveLength(1);
  });

  it('puts a name that begins with the words before a note that holds them', () => {
    expect(matchingEntries(entries, 'preaut').map(({ name }) => name)).toEqual(['Preautorizaciones', 'Capturar ahora']);
  });

  it('finds an entry by the beginning of a word of its head, so that a head does not lead its others before better names', () => {
    const screens = ['Charge', 'Reports'].map((name) => ({ name, head: 'Screens' }));
    const found = (text: string) =>
      matchingEntries([...screens, { name: 'Refund…', head: 'History' }], text).map(({ name }) => name);
    expect(found('re')).toEqual(['Reports', 'Refund…']);
    expect(found('screen')).toEqual(['Charge', 'Reports']);
  });

  it('finds an entry by a text that is not shown, after those that show the words', () => {
    const help = { name: 'Cerrar el día', note: 'Ayuda', text: 'Luego imprima o exporte el cierre.' };
    expect(matchingEntries([help, ...entries], 'export').map(({ name }) => name)).toEqual([
      'Exportar',
      'Cerrar el día',
    ]);
  });

  it('needs every word', () => {
    expect(matchingEntries(entries, 'exportar pantallas')).toEqual([]);
  });

  it('offers everything in its order while nothing is typed', () => {
    expect(matchingEntries(entries, '  ')).toEqual(entries);
  });

  it('finds every name by each of its words, whatever they are', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 }), { minLength: 1 }), (words) => {
        const name = words.join(' ');
        for (const word of name.split(/\s+/).filter((one) => one !== '')) {
          expect(matchingEntries([{ name }], word)).toHaveLength(1);
        }
      }),
    );
  });

  it('folds a folded text to itself', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(folded(folded(text))).toBe(folded(text));
      }),
    );
  });
});
