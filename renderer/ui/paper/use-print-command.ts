/** Offers the document that a screen shows to the menu's Print. Where no screen offers one, nothing can be printed. */
import { useEffect, useState } from 'react';
import { api, useMainEvent } from '#renderer/session/api.ts';

/** What is offered now, oldest first. A result beside a list is the later offer, and the one that is meant. */
const offers = new Set<object>();

/** @param run undefined while there is nothing to print */
export function usePrintCommand(run: (() => void) | undefined): void {
  const [own] = useState(() => ({}));
  const printable = run !== undefined;
  useEffect(() => {
    if (!printable) return undefined;
    offers.add(own);
    void api.seat.printable({ printable: true });
    return () => {
      offers.delete(own);
      void api.seat.printable({ printable: offers.size > 0 });
    };
  }, [printable, own]);
  useMainEvent('menu.command', ({ command }) => {
    if (command === 'print' && [...offers].at(-1) === own) run?.();
  });
}
