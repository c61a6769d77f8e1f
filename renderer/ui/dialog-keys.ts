/** Keys and focus of a dialog over a screen, whose own keys must rest meanwhile: F9 there moves money. */
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { isTextField, matchesKeys, useWindowKeys, type Keys } from './shortcuts.tsx';
import { breakTyping } from './typing.ts';

/** True for a key on which a screen may act. What is typed, and keys such as Tab and Enter, go on to the dialog's elements. */
const isShortcut = (event: KeyboardEvent): boolean =>
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  /^(?:F\d+|Escape)$/.test(event.key) ||
  (event.key.length === 1 && !isTextField(event.target));

const openDialogs = (): readonly Element[] =>
  [...document.querySelectorAll('[aria-modal="true"]')].filter((dialog) => dialog.checkVisibility());

/** True while a dialog lies over the screen. */
export const isDialogOpen = (): boolean => openDialogs().length > 0;

/**
 * Focuses what has come by itself, such as a result. A dialog above it keeps the focus, and with it the keys: the screen behind must
 * neither take what is typed nor act on F9.
 */
export function focusWhatCame(element: HTMLElement | null | undefined): void {
  if (element != null && openDialogs().every((dialog) => dialog.contains(element))) element.focus();
}

/** Focuses what appears, before the dialog's own focus, which comes later than the next key of somebody who types on. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();

/** Breaks what is typed on the screen. Typing in a dialog above goes on there. */
export function breakTypingBelow(): void {
  if (!isDialogOpen()) breakTyping();
}

/** Breaks what is typed on the screen, and focuses what takes its place. */
export function breakInto(element: HTMLElement | null): void {
  breakTypingBelow();
  focusWhatCame(element);
}

/**
 * Takes keys before the screen behind the dialog. Keys with one character act outside of text fields only.
 * @param active false while another dialog lies above
 */
export function useDialogKeys(actions: Readonly<Record<Keys, (() => void) | undefined>>, active = true): void {
  useWindowKeys((event) => {
    if (!active || event.isComposing) return;
    for (const [keys, act] of Object.entries(actions)) {
      if (act === undefined || !matchesKeys(event, keys)) continue;
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat || keys.length === 1 || keys.startsWith('Arrow')) act();
      return;
    }
    if (isShortcut(event)) event.stopPropagation();
  }, true);
}

/** Where the dialog that is just closing came from, for the one that takes its place. */
let handedOn: Element | null = null;

/**
 * Notes where a dialog came from whose place something else held until now.
 * @param origin what had the focus before
 */
export function handFocusOn(origin: Element | null): void {
  handedOn = origin;
}

/**
 * Gives the focus back when the dialog closes: to where it came from, to `home` when that is gone, or else to the screen.
 * Mantine's own return needs a dialog that stays mounted.
 * @param home id of the element to focus instead
 * @param leaving true when the origin is about to go, so that it does not take the focus with it
 */
export function useFocusGivenBack(home: string | null, leaving?: Readonly<RefObject<boolean>>): void {
  const isLeaving = useEffectEvent((): boolean => leaving?.current === true);
  // Read before anything of the dialog takes the focus.
  const [focused] = useState(() => document.activeElement);
  useLayoutEffect(() => {
    const origin = focused === document.body || focused?.isConnected !== true ? (handedOn ?? focused) : focused;
    return () => {
      const leaves = isLeaving();
      handedOn = origin;
      // Once the dialog and perhaps its origin have left the page, and before the next key.
      queueMicrotask(() => {
        handedOn = null;
        if (!isFocusLost() && document.activeElement !== origin) return;
        const back =
          origin instanceof HTMLElement &&
          origin.checkVisibility() &&
          !origin.matches('body, main') &&
          !leaves &&
          !origin.matches(':disabled')
            ? origin
            : home === null
              ? null
              : shownElement(home);
        back?.focus();
        focusScreen();
      });
    };
  }, [home, focused]);
}

/** Returns the element with this id on the screen that is seen. A hidden one may show the same payment. */
const shownElement = (id: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(`#${CSS.escape(id)}`)].find((element) => element.checkVisibility());

/**
 * True when nothing that is seen has the focus. The element of a screen that has just been hidden keeps it until the page is
 * drawn again.
 */
export function isFocusLost(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || !activeElement.checkVisibility();
}

/** True while nothing that is worked in has the focus, so that a list or a form that has just opened may take it. */
export const isFocusFree = (): boolean =>
  isFocusLost() || document.activeElement?.closest('nav') != null || document.activeElement?.matches('main') === true;

/** Gives the focus back, after a lock has hidden and shown it again, to what was worked in. */
export function useFocusOverLock(): void {
  const worked = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    worked.current?.focus({ preventScroll: true });
    return () => {
      const { activeElement } = document;
      const isWork = activeElement?.closest('main, [role="dialog"]') != null;
      worked.current = isWork && activeElement instanceof HTMLElement ? activeElement : null;
    };
  }, []);
}

/** Focuses the list of the screen that is shown, or else the whole screen, when nothing else has the focus. */
export function focusScreen(): void {
  if (!isFocusLost()) return;
  const screen = [...document.querySelectorAll('main')].find((main) => main.checkVisibility());
  (screen?.querySelector<HTMLElement>('[role="grid"]') ?? screen)?.focus({ preventScroll: true });
}

/** Hands the focus to the screen when the part leaves that may have had it. */
export const useFocusHandedOn = (): void => useEffect(() => focusScreen, []);
