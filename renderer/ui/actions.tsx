/**
 * Named actions of what is shown: each has its words, perhaps a key, and is offered by the palette and the sheet of shortcuts.
 * A component declares its actions where it renders them; nothing is listed twice.
 */
import { createContext, use, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useShortcuts, type Keys } from './shortcuts.tsx';

export interface ScreenAction {
  /** In the seat's language, as on the button: “Capture now”. */
  readonly name: string;
  readonly keys?: Keys;
  /** Further words that find it in the palette, such as what a caller says. */
  readonly said?: string;
  /** Undefined while there is nothing to do. The palette leaves it out, the sheet of shortcuts names it. */
  readonly run: (() => void) | undefined;
}

export interface ActionGroup {
  readonly heading: string;
  readonly actions: readonly ScreenAction[];
}

const RegistryContext = createContext<ReturnType<typeof createRegistry> | null>(null);

function createRegistry() {
  const groups = new Map<string, () => ActionGroup>();
  return {
    /** Returns the function that withdraws the actions. */
    offer(key: string, group: () => ActionGroup): () => void {
      groups.set(key, group);
      return () => groups.delete(key);
    },
    /** Returns what is offered now, in the order in which it was declared. */
    offered: (): readonly ActionGroup[] => [...groups.values()].map((group) => group()),
  };
}

export function ActionsProvider({ children }: { readonly children: ReactNode }) {
  const [registry] = useState(createRegistry);
  return <RegistryContext value={registry}>{children}</RegistryContext>;
}

export function useActionRegistry() {
  const registry = use(RegistryContext);
  if (registry === null) throw new Error('useActionRegistry outside of the frame');
  return registry;
}

/** Offers actions while the component is shown, and listens for their keys anywhere in the window. */
export function useActions(heading: string, actions: readonly ScreenAction[]): void {
  const registry = use(RegistryContext);
  const key = useId();
  const latest = useRef<ActionGroup>({ heading, actions });
  useEffect(() => {
    latest.current = { heading, actions };
  });
  useEffect(() => registry?.offer(key, () => latest.current), [registry, key]);
  useShortcuts(Object.fromEntries(actions.flatMap(({ keys, run }) => (keys === undefined ? [] : [[keys, run]]))));
}
