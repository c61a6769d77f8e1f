/**
 * Remembers, over a reload or a crash of the page, which payments it had sent without having their answers. Only their ids are
 * stored, and only in memory: the session of the screens has no folder.
 */
let ofFormerPage: readonly string[] | null = null;

/** Returns the payments that a former page sent and nobody has looked at since. First asked before this page can send one. */
export function leftBehind(): readonly string[] {
  ofFormerPage ??= Object.keys(sessionStorage);
  return ofFormerPage.filter((id) => sessionStorage.getItem(id) !== null);
}

export const forgetLeftBehind = (id: string): void => sessionStorage.removeItem(id);

/** Remembers the draft that a call submits, from its first call until the answer has come. */
export function untilAnswered<Value>(input: unknown, answer: Promise<Value>): Promise<Value> {
  const { draftId } = (input ?? {}) as { readonly draftId?: string };
  // The payment is under way already, as when it is cancelled.
  if (draftId === undefined || sessionStorage.getItem(draftId) !== null) return answer;
  sessionStorage.setItem(draftId, '');
  return answer.finally(() => sessionStorage.removeItem(draftId));
}
