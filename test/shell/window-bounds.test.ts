/** The main window lies inside the desktop's work area, whatever size it had before. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundsWithin, smallestSize, firstSize } from '#electron/shell/window/window-bounds.ts';

/** 1366×768 at 125 %, less a taskbar of 48 px and the window's title bar. */
const laptop = { x: 0, y: 0, width: 1093, height: 566 };

test('the smallest window fits a laptop of 1366×768 at 125 %', () => {
  expect(boundsWithin({ x: 0, y: 0, ...smallestSize }, laptop)).toMatchObject(smallestSize);
});

test('the first window takes the whole work area of a small laptop', () => {
  expect(boundsWithin({ x: 40, y: 30, ...firstSize }, laptop)).toEqual(laptop);
});

test('a window that fits stays where it is', () => {
  const wished = { x: 200, y: 100, ...firstSize };
  expect(boundsWithin(wished, { x: 0, y: 0, width: 1920, height: 1040 })).toEqual(wished);
});

test('a window remembered from another screen is brought inside, on every work area', () => {
  const place = fc.integer({ min: -4000, max: 4000 });
  const length = fc.integer({ min: 1, max: 4000 });
  const bounds = fc.record({ x: place, y: place, width: length, height: length });
  fc.assert(
    fc.property(bounds, bounds, (wished, area) => {
      const inside = boundsWithin(wished, area);
      expect(inside.x).toBeGreaterThanOrEqual(area.x);
      expect(inside.y).toBeGreaterThanOrEqual(area.y);
      expect(inside.x + inside.width).toBeLessThanOrEqual(area.x + area.width);
      expect(inside.y + inside.height).toBeLessThanOrEqual(area.y + area.height);
    }),
  );
});
