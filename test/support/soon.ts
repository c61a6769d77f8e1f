/** How long `vi.waitFor` waits for what another process or a server is about to do: a guard against hanging, never a pause. */
export const soon = { timeout: 20_000, interval: 20 } as const;
