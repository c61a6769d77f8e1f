/** The open windows, for modules that must not import `BrowserWindow`. */

export interface OpenWindow {
  readonly webContents: { readonly targetId: string; readonly session: object };
  isVisible(): boolean;
  close(): void;
  destroy(): void;
}

export const openWindows = new Set<OpenWindow>();
