/**
 * Remembers, over a reload or a crash of the page, which payments it had sent without having their answers. Only their ids, or
 * those of their holds, are stored, and only in memory: the session of the screens has no folder.
 */
let ofFormerPage: readonly string[] | null = null;

/** Returns the payments that a former page sent and nobody has looked at since. First asked before this page can send one. */
export function leftBehind(): readonly string[] {
  ofFormerPage ??= Object.keys(sessionStorage);
  return ofFormerPage.filter((id) => sessionStorage.getItem(id) !== null);
}

export const forgetLeftBehind = (id: string): void => sessionStorage.removeItem(id);

/** Remembers the draft that a call submits, or the hold that it settles, from its first call until the answer has come. */
export function untilAnswered<Value>(input: unknown, answer: Promise<Value>): Promise<Value> {
  const { draftId, holdId } = (input ?? {}) as { readonly draftId?: string; readonly holdId?: string };
  const id = draftId ?? holdId;
  // The payment is under way already, as when it is cancelled.
  if (id === undefined || sessionStorage.getItem(id) !== null) return answer;
  sessionStorage.setItem(id, '');
  return answer.finally(() => sessionStorage.removeItem(id));
}
