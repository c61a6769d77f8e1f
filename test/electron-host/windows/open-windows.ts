/** The windows that are open, known to those that must not know what a window is. */

export interface OpenWindow {
  readonly webContents: { readonly targetId: string };
  close(): void;
  destroy(): void;
}

export const openWindows = new Set<OpenWindow>();
