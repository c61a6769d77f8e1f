/** Size and place of the main window: as large as wished, and never larger than the room that the desktop leaves. */

interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Size of a first start. All of the Charge screen is in view without scrolling. */
export const firstSize = { width: 1280, height: 720 } as const;

/** Smallest size. Fits a laptop of 1366×768 at 125 % beside its taskbar, and the screens reflow well below it. */
export const smallestSize = { width: 640, height: 480 } as const;

/** Returns the bounds moved and shrunk into the work area, which excludes the taskbar. */
export function boundsWithin(wished: Bounds, area: Bounds): Bounds {
  const width = Math.min(wished.width, area.width);
  const height = Math.min(wished.height, area.height);
  const within = (start: number, length: number, from: number, room: number): number =>
    Math.max(from, Math.min(start, from + room - length));
  return {
    x: within(wished.x, width, area.x, area.width),
    y: within(wished.y, height, area.y, area.height),
    width,
    height,
  };
}
