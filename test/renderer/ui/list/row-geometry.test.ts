/** Places of the rows of a list, with headings between them. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { headingHeight, rowGeometry } from '#renderer/ui/list/row-geometry.ts';

test('every row of a list stands below the one before it, is found at its own height, and the last one ends the list', () => {
  const lists = fc
    .record({ count: fc.integer({ min: 1, max: 400 }), height: fc.constantFrom(36, 56), seeds: fc.array(fc.nat()) })
    .map(({ count, height, seeds }) => ({
      count,
      height,
      starts: [...new Set(seeds.map((seed) => seed % count))].toSorted((one, other) => one - other),
    }));
  fc.assert(
    fc.property(lists, ({ count, height, starts }) => {
      const { topOf, indexAt, total, groupFrom } = rowGeometry(count, height, starts);
      let end = 0;
      for (let index = 0; index < count; index++) {
        const heading = starts.includes(index) ? headingHeight : 0;
        expect(topOf(index)).toBe(end + heading);
        expect(indexAt(end)).toBe(index);
        end = topOf(index) + height;
        expect(indexAt(end - 1)).toBe(index);
        expect(groupFrom(index)).toBe(starts.filter((start) => start < index).length);
      }
      expect(total).toBe(end);
    }),
    { numRuns: 50 },
  );
});
