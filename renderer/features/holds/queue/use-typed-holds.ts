/** Keeps what is typed and marked in Holds while the screen begins anew for a hold that another screen leads to. */
import { useState } from 'react';
import type { Hold } from '#shared/ledger/holds.ts';
import type { TypedCaptures } from '#renderer/features/holds/capture/capture-form.tsx';

export type TypedHolds = ReturnType<typeof useTypedHolds>;

export function useTypedHolds() {
  const [captures] = useState<TypedCaptures>(() => new Map());
  /** Holds by id, as they were when they were marked. */
  const [marked, setMarked] = useState<ReadonlyMap<string, Hold>>(new Map());
  const [description, setDescription] = useState('');
  const [text, setText] = useState('');
  return { captures, marked, setMarked, description, setDescription, text, setText };
}
