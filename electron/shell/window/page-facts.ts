/** Facts that the page tells about itself. They end with the page and when nobody works here. Knows no Electron. */

export interface PageFacts {
  /** A card number or a security code stands on the screen. */
  readonly card: boolean;
  /** The screen has a layout for paper. */
  readonly printable: boolean;
}

export const nothingShown: PageFacts = { card: false, printable: false };
