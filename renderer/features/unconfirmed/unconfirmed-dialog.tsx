/** The queue of unconfirmed payments over any screen: each with its age, for a supervisor to resolve or a cashier to read out. */
import { Group, Stack } from '@mantine/core';
import { IconCircleCheck, IconGavel, IconHistory } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { Attempt } from '#shared/payments/attempt.ts';
import { useNavigation } from '#renderer/session/navigation.tsx';
import { useMayAct } from '#renderer/session/session.tsx';
import { Dialog, FocusOnOpening } from '#renderer/ui/dialog.tsx';
import { useDialogKeys } from '#renderer/ui/dialog-keys.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { EmptyState } from '#renderer/ui/list/empty-state.tsx';
import { ChallengeLink } from '#renderer/ui/outcome/service-facts.tsx';
import { ReadOut } from '#renderer/ui/resolve/read-out.tsx';
import { resolveKeys, ResolveDialog } from '#renderer/ui/resolve/resolve-dialog.tsx';
import { Opening } from '#renderer/ui/typing.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { outcomeWords } from '#shared/words/outcome-words.ts';
import { UnconfirmedList, unconfirmedListId } from './unconfirmed-list.tsx';
import { isCut, unconfirmedKeys, useUnconfirmed, useUnknowns } from './use-unconfirmed.ts';
import { KeyButton } from '#renderer/ui/shortcuts.tsx';
import parts from '#renderer/ui/parts.module.css';
import classes from './unconfirmed.module.css';

const historyKeys = 'Mod+G';

export function UnconfirmedDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const { go } = useNavigation();
  const mayResolve = useMayAct('supervisor');
  const unknowns = useUnconfirmed();
  const [activeId, setActiveId] = useState<string | null>(null);
  const [resolving, setResolving] = useState<Attempt | null>(null);
  const found = unknowns.findIndex(({ id }) => id === activeId);
  const place = found === -1 ? 0 : found;
  const active = unknowns[place] ?? null;

  const moveTo = (next: number): void =>
    setActiveId(unknowns[Math.min(unknowns.length - 1, Math.max(0, next))]?.id ?? null);
  const see = (): void => {
    if (active === null) return;
    onClose();
    go('history', active.id);
  };
  const copyButton = useRef<HTMLButtonElement>(null);
  const resolve = mayResolve && active !== null ? () => setResolving(active) : undefined;
  const inList = active === null ? undefined : (act: () => void) => act;
  useDialogKeys(
    {
      Escape: onClose,
      [unconfirmedKeys]: onClose,
      ArrowDown: inList?.(() => moveTo(place + 1)),
      j: inList?.(() => moveTo(place + 1)),
      ArrowUp: inList?.(() => moveTo(place - 1)),
      k: inList?.(() => moveTo(place - 1)),
      Home: inList?.(() => moveTo(0)),
      End: inList?.(() => moveTo(unknowns.length - 1)),
      [resolveKeys]: resolve,
      [historyKeys]: see,
    },
    resolving === null,
  );

  return (
    <>
      <Dialog
        onClose={onClose}
        title={t('unconfirmed:title')}
        size={960}
        yOffset={24}
        closeOnEscape={false}
        trapFocus={resolving === null}
        // A lock hides the frame, and keeps what is in it.
        withinPortal={false}
      >
        {active === null ? (
          <NoneShown onClose={onClose} />
        ) : (
          <div className={classes.panes}>
            <Stack gap={8}>
              <p>
                {/* The list may come after the dialog. */}
                <FocusOnOpening />
                {t('unconfirmed:intro')}
              </p>
              {isCut(unknowns) && <p className={parts.note}>{t('unconfirmed:cut', { count: unknowns.length })}</p>}
              <UnconfirmedList
                attempts={unknowns}
                activeId={active.id}
                onActive={setActiveId}
                onOpen={resolve ?? (() => copyButton.current?.click())}
              />
            </Stack>
            <ActivePayment attempt={active} copyButton={copyButton} onResolve={resolve} onSee={see} />
          </div>
        )}
      </Dialog>
      {resolving !== null && (
        <ResolveDialog isOverDialog attempt={resolving} home={unconfirmedListId} onClose={() => setResolving(null)} />
      )}
    </>
  );
}

/** Says that every payment is confirmed only once they have been read. */
function NoneShown({ onClose }: { readonly onClose: () => void }) {
  const { data, error } = useUnknowns();
  if (data !== undefined) return <NoneLeft onClose={onClose} />;
  return error === null ? <Opening /> : <FailureNotice failure={error.failure} act="reading" />;
}

function NoneLeft({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const button = useRef<HTMLButtonElement>(null);
  // The list that had the focus may just have emptied. `data-autofocus` keeps the dialog's trap from taking it.
  useLayoutEffect(() => button.current?.focus(), []);
  return (
    <EmptyState
      icon={<IconCircleCheck size={32} />}
      title={t('unconfirmed:empty')}
      action={
        <KeyButton ref={button} data-autofocus keys="Escape" onClick={onClose}>
          {t('action.close')}
        </KeyButton>
      }
    >
      {t('unconfirmed:emptyText')}
    </EmptyState>
  );
}

function ActivePayment({
  attempt,
  copyButton,
  onResolve,
  onSee,
}: {
  readonly attempt: Attempt;
  readonly copyButton: RefObject<HTMLButtonElement | null>;
  readonly onResolve: (() => void) | undefined;
  readonly onSee: () => void;
}) {
  const { t } = useText();
  const words = outcomeWords(t, useFormats(), attempt);
  return (
    <Stack gap={12}>
      <p className={parts.strong}>{words.title}</p>
      {onResolve === undefined && <ReadOut key={attempt.id} attempt={attempt} button={copyButton} />}
      {words.reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      {attempt.challengeUrl !== null && words.next !== null && <p>{words.next}</p>}
      <ChallengeLink attempt={attempt} />
      <Group gap={8}>
        {onResolve !== undefined && (
          <KeyButton variant="filled" icon={IconGavel} keys="Enter" onClick={onResolve}>
            {t('unconfirmed:resolve')}
          </KeyButton>
        )}
        <KeyButton icon={IconHistory} keys={historyKeys} onClick={onSee}>
          {t('action.openInHistory')}
        </KeyButton>
      </Group>
    </Stack>
  );
}
