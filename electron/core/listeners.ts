/** List of listeners. One that throws stops neither the others nor who tells them. */
export interface Listeners<Message> {
  readonly add: (listener: (message: Message) => void) => () => void;
  readonly tell: (message: Message) => void;
}

/** @param reportBug takes what a listener throws */
export function createListeners<Message>(reportBug: (error: unknown) => void): Listeners<Message> {
  const listeners = new Set<(message: Message) => void>();
  return {
    add(listener) {
      // Wrapped, so that a function added twice is two listeners.
      const entry = (message: Message) => listener(message);
      listeners.add(entry);
      return () => void listeners.delete(entry);
    },
    tell(message) {
      for (const listener of listeners) {
        try {
          listener(message);
        } catch (error) {
          reportBug(error);
        }
      }
    },
  };
}
