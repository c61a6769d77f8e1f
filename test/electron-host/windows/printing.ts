/** Converts options of `webContents.printToPDF` to `Page.printToPDF`. Both measure in inches. */
import type { Protocol } from '../chromium/protocol.ts';

export interface PdfOptions {
  readonly landscape?: boolean;
  readonly displayHeaderFooter?: boolean;
  readonly headerTemplate?: string;
  readonly footerTemplate?: string;
  readonly printBackground?: boolean;
  readonly scale?: number;
  readonly pageSize?: string | { readonly width: number; readonly height: number };
  readonly margins?: {
    readonly top?: number;
    readonly bottom?: number;
    readonly left?: number;
    readonly right?: number;
  };
  readonly pageRanges?: string;
  readonly preferCSSPageSize?: boolean;
  readonly generateTaggedPDF?: boolean;
  readonly generateDocumentOutline?: boolean;
}

/** Width and height in inches. */
const paper: Readonly<Record<string, readonly [number, number]>> = {
  A3: [11.69, 16.54],
  A4: [8.27, 11.69],
  A5: [5.83, 8.27],
  A6: [4.13, 5.83],
  Legal: [8.5, 14],
  Letter: [8.5, 11],
  Tabloid: [11, 17],
};

export function toChromiumPdf(options: PdfOptions): Protocol.Page.printToPDFParameters {
  const { margins = {}, pageSize = 'Letter', ...same } = options;
  const size = typeof pageSize === 'string' ? paper[pageSize] : ([pageSize.width, pageSize.height] as const);
  if (size === undefined) throw new Error(`Invalid pageSize ${JSON.stringify(pageSize)}`);
  const margin = (side: keyof typeof margins): number => margins[side] ?? 0.4;
  return {
    ...same,
    paperWidth: size[0],
    paperHeight: size[1],
    marginTop: margin('top'),
    marginBottom: margin('bottom'),
    marginLeft: margin('left'),
    marginRight: margin('right'),
  };
}
