/** Facts that the page tells about itself. They end with the page and when nobody works here. Knows no Electron. */

export interface PageFacts {
  /** A card number or a security code stands on the screen. */
  readonly card: boolean;
  /** The screen shows a document that can be printed. */
  readonly printable: boolean;
}

export const nothingShown: PageFacts = { card: false, printable: false };
