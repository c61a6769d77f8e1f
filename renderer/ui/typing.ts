/**
 * Keeps what is typed in one go in one place. Where the focus moves for another reason than a key, the rest is refused and the
 * page says so, because the end of an amount is an amount as well.
 */
import { useLayoutEffect, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

/** Longest pause within what is typed in one go, in ms between two keys as the system saw them. */
export const pause = 700;

/** Longest wait, in ms, of somebody who types ahead on a slow machine. */
const ahead = 10_000;

/** Keys that neither write nor end what is typed. */
const silent = /^(?:Shift|Control|Alt|AltGraph|Meta|CapsLock|Dead|Process|Unidentified)$/;

/** Why typed keys were refused: the screen changed meanwhile, or the payment on it has to end first. */
type RefusedTyping = 'moved' | 'under way';

/** The last key that wrote something: when it was pressed and taken, in ms, and where it went; null when nothing is being typed. */
let last: { readonly pressed: number; readonly taken: number; readonly into: Element | null } | null = null;
let state: 'together' | 'held' | 'broken off' = 'together';
let told: RefusedTyping | null = null;
const listeners = new Set<() => void>();

function tell(refused: RefusedTyping | null): void {
  if (told === refused) return;
  told = refused;
  for (const listener of listeners) listener();
}

const writes = (event: KeyboardEvent): boolean =>
  event.key === 'Backspace' ||
  event.key === 'Delete' ||
  (event.key.length === 1 && (event.getModifierState('AltGraph') || !(event.ctrlKey || event.metaKey || event.altKey)));

function onKeyDown(event: KeyboardEvent): void {
  // Keys that choose or give up what an input method or a dead key composes act on no field and no screen.
  if (event.isComposing) event.stopImmediatePropagation();
  if (silent.test(event.key) || event.isComposing) return;
  const written = writes(event);
  const goesOn = state === 'broken off' && last !== null && event.timeStamp - last.pressed < pause;
  const isRefused = (state === 'held' || goesOn) && (written || event.key === 'Enter' || event.key === 'Tab');
  if (isRefused) {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else state = 'together';
  last =
    written || isRefused ? { pressed: event.timeStamp, taken: performance.now(), into: document.activeElement } : null;
  tell(isRefused ? 'moved' : null);
}

/** Watches the keys of the window, before anything else does. */
export function watchTyping(): void {
  window.addEventListener('keydown', onKeyDown, { capture: true });
  const end = (): void => {
    last = null;
    state = 'together';
  };
  window.addEventListener('pointerdown', end, { capture: true });
}

/** Refuses what is typed from now on until `breakTyping`, because the field that it is meant for is not there yet. */
export function holdTyping(): void {
  state = 'held';
}

/** Refuses the rest of what is being typed, because something else than a key moves the focus now. */
export function breakTyping(): void {
  state = last === null ? 'together' : 'broken off';
  // Its field has gone, and what was typed with it. Whoever stopped long ago was not interrupted.
  if (last?.into?.isConnected === false && performance.now() - last.taken < ahead) tell('moved');
}

/** Shows a change before the next key, so that what is typed next finds its field. */
export const beforeNextKey = (change: () => void): void => flushSync(change);

/** Says that the key just pressed is not taken before the payment on the screen has ended. */
export const refuseKey = (): void => tell('under way');

/** Returns why the page says that typed keys were refused, until the next key that is taken; null while it says nothing. */
export const useRefusedTyping = (): RefusedTyping | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => told,
  );

/** Stands for a dialog, or its form, that is still being read. What is typed for it must not get anywhere else. */
export function Opening(): null {
  useLayoutEffect(() => {
    holdTyping();
    return breakTyping;
  }, []);
  return null;
}
