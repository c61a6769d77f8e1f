/**
 * A dialog over the screen for as long as it is mounted. The keys of the screen wait meanwhile, and the focus goes back at the end.
 */
import { Group, Modal, type ModalProps, Button, Stack } from '@mantine/core';
import { use, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { CoveredContext } from '#renderer/session/step-up.ts';
import { useText } from '#renderer/words/i18n.ts';
import classes from './dialog.module.css';
import { useFocusGivenBack, useFocusOverLock } from './dialog-keys.ts';

export function Dialog({
  name,
  home = null,
  leaving,
  closeOnEscape = true,
  trapFocus = true,
  onKeyDown,
  children,
  ...modal
}: Omit<ModalProps, 'opened' | 'returnFocus' | 'attributes'> & {
  /** What assistive technology calls a dialog that has no title. */
  readonly name?: string;
  /** Id of the element that takes the focus when its origin is gone. */
  readonly home?: string | null;
  /** True when the origin is about to go. */
  readonly leaving?: Readonly<RefObject<boolean>>;
}) {
  const { t } = useText();
  const covered = use(CoveredContext);
  useFocusGivenBack(home, leaving);
  return (
    <Modal
      opened
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      classNames={{ inner: classes.inner, header: classes.header, content: classes.content }}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      {...(name === undefined ? {} : { attributes: { content: { 'aria-label': name } } })}
      {...modal}
      closeOnEscape={closeOnEscape && !covered}
      trapFocus={trapFocus && !covered}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        // Mantine keeps Tab within the dialog at the document.
        if (event.key !== 'Tab') event.stopPropagation();
      }}
    >
      <FocusOnOpening />
      {children}
    </Modal>
  );
}

/**
 * Focuses the dialog in the turn of the key that opens it. Stands before everything in it that is marked to take the focus, so
 * that Mantine's own focus, which comes after some keys, finds this and moves nothing.
 */
export function FocusOnOpening() {
  const mark = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const dialog = mark.current?.closest<HTMLElement>('[role="dialog"]');
    // Of the choices of a field the chosen one, and the button of the head only where there is nothing else.
    const field = ':is(a[href], :is(button, input:not([type="radio"]:not(:checked)), select, textarea):enabled)';
    const [first] = ['[data-autofocus]:not(span)', `${field}:not(header *)`, field]
      .flatMap((each) => [...(dialog?.querySelectorAll<HTMLElement>(each) ?? [])])
      .filter((element) => element.checkVisibility());
    (first ?? dialog)?.focus({ preventScroll: true });
    // No further than it has to, so that the words above it stay in sight.
    first?.scrollIntoView({ block: 'nearest' });
  }, []);
  useFocusOverLock();
  return <span ref={mark} data-autofocus />;
}

/** The buttons at the end of a dialog. They stay in sight while what is above them scrolls. */
export function DialogFoot({ children }: { readonly children: ReactNode }) {
  return (
    <Group className={classes.foot} justify="flex-end" gap={8}>
      {children}
    </Group>
  );
}

/** Returns the function that closes a dialog. It does nothing while the dialog's act is under way, because only the dialog reports its failure. */
export const leaveUnless =
  (busy: boolean, leave: () => void): (() => void) =>
  () => {
    if (!busy) leave();
  };

/** Confirmation dialog for actions that can't be undone by a keystroke. */
export function ConfirmDialog({
  title,
  confirm,
  grave = false,
  busy = false,
  onConfirm,
  onClose,
  children,
}: {
  readonly title: string;
  /** Label of the confirming button. */
  readonly confirm: string;
  readonly grave?: boolean;
  /** True while the action is under way, whose failure the dialog says. */
  readonly busy?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { t } = useText();
  const leave = leaveUnless(busy, onClose);
  return (
    <Dialog onClose={leave} title={title}>
      <Stack gap={16}>
        {children}
        <DialogFoot>
          <Button onClick={leave}>{t('action.cancel')}</Button>
          <Button
            variant="filled"
            color={grave ? 'red' : 'accent'}
            loading={busy}
            onClick={onConfirm}
            data-autofocus={grave ? undefined : true}
          >
            {confirm}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  );
}
