/** Marks holds of the queue. Only open holds can be marked, and a hold that is no longer open loses its mark. */
import { useMemo, useState } from 'react';
import type { Hold } from '#shared/ledger/holds.ts';
import type { Marking } from '#renderer/ui/list/record-list.tsx';

export interface Selection {
  readonly holds: readonly Hold[];
  readonly marking: (header: string) => Marking<Hold>;
  readonly mark: (holds: readonly Hold[]) => void;
  /** Number of marked holds outside of the list. */
  readonly notShown: number;
  /** True when every open hold of the list is marked. */
  readonly all: boolean;
  readonly clear: () => void;
}

const isOpen = (hold: Hold): boolean => hold.state === 'open';

/** @param shown the holds of the list. Holds marked under another search stay marked */
export function useSelection(shown: readonly Hold[]): Selection {
  const [marked, setMarked] = useState<ReadonlyMap<string, Hold>>(new Map());
  const current = useMemo(() => new Map(shown.map((hold) => [hold.id, hold])), [shown]);
  const holds = useMemo(
    () => [...marked].map(([id, seen]) => current.get(id) ?? seen).filter(isOpen),
    [marked, current],
  );
  const ids = useMemo(() => new Set(holds.map((hold) => hold.id)), [holds]);

  const toggle = (hold: Hold): void =>
    setMarked((before) => {
      const after = new Map(before);
      if (!after.delete(hold.id)) after.set(hold.id, hold);
      return after;
    });
  const open = shown.filter(isOpen);
  const all = open.length > 0 && open.every((hold) => ids.has(hold.id));
  const toggleAll = (): void => {
    setMarked(all ? new Map() : new Map(open.map((hold) => [hold.id, hold])));
  };
  return {
    holds,
    marking: (header) => ({ header, marked: ids, markable: isOpen, toggle, toggleAll }),
    mark: (chosen) => setMarked(new Map(chosen.map((hold) => [hold.id, hold]))),
    notShown: holds.filter((hold) => !current.has(hold.id)).length,
    all,
    clear: () => setMarked(new Map()),
  };
}
