/** Limit of `vi.waitFor` for events in other processes. A guard against hanging, never a pause. */
export const soon = { timeout: 20_000, interval: 20 } as const;
