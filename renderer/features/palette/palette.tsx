/** The command palette: every action of what is shown, merchants, settings and payments, by typing a few letters. */
import { TextInput, Button, Box, Stack } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { textLimits } from '#shared/text-limits.ts';
import { useAction, useCall } from '#renderer/session/api.ts';
import { useSession } from '#renderer/session/session.tsx';
import { breakTyping, holdTyping } from '#renderer/ui/typing.ts';
import { Dialog, DialogFoot } from '#renderer/ui/dialog.tsx';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { takeFocus } from '#renderer/ui/dialog-keys.ts';
import { KeyHint, KeyButton } from '#renderer/ui/shortcuts.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { underHeads, type PaletteEntry, type PaletteGroup, usePaletteEntries } from './use-palette-entries.ts';
import { afterKey, nothingTyped, secondKeys, type Typed } from './typed.ts';
import classes from './palette.module.css';
import type { Merchant } from '#shared/seat/merchant.ts';
import parts from '#renderer/ui/parts.module.css';

export interface PaletteProps {
  /** Offers this group alone; null for everything. */
  readonly only: PaletteGroup | null;
  readonly typed: Typed;
  readonly onTyped: (typed: Typed) => void;
  readonly onClose: () => void;
}

export function Palette({ only, typed, onTyped, onClose }: PaletteProps) {
  const { t } = useText();
  const { text, key } = typed;
  const change = useMerchantChange(onClose);
  const { entries: found, hint, missing, searching } = usePaletteEntries(text, only, change);
  const heads = underHeads(found);
  // In the order in which they are shown, which the arrow keys follow.
  const entries = heads.flatMap(([, under]) => under);
  const activeIndex = Math.min(typed.index, entries.length - 1);
  const active = entries[activeIndex];
  const prefix = useId();

  const act = (entry: PaletteEntry | undefined): void => {
    if (entry === undefined) return;
    entry.run();
    // A merchant is asked about first.
    if (entry.group !== 'merchants') onClose();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = afterKey({ ...typed, index: Math.max(0, activeIndex) }, event.nativeEvent);
    if (next === null) return;
    event.preventDefault();
    onTyped(next);
  };
  // The entries of a text may come after Enter, and those of the text before are other payments.
  const isKnown = !searching || (text.trim() !== '' && active !== undefined && active.group !== 'payments');
  const actByKey = useEffectEvent(() => {
    const second = key === 'second' ? active?.second : undefined;
    onTyped({ ...typed, key: key === 'second' && second === undefined ? 'none' : null });
    if (key === 'first') act(active);
    if (second === undefined) return;
    second.run();
    onClose();
  });
  useLayoutEffect(() => {
    if ((key === 'first' || key === 'second') && isKnown) actByKey();
  }, [key, isKnown]);

  return (
    <Dialog
      name={t('palette:label')}
      onClose={onClose}
      withCloseButton={false}
      size={640}
      yOffset="calc(10vh / var(--scale, 1))"
      padding={0}
    >
      {change.merchant !== null ? (
        <MerchantConfirmation change={change} merchant={change.merchant} />
      ) : (
        <>
          <TextInput
            ref={takeFocus}
            data-autofocus
            className={classes.search ?? ''}
            aria-label={t('palette:label')}
            placeholder={t(only === 'merchants' ? 'palette:merchantPlaceholder' : 'palette:placeholder')}
            leftSection={<IconSearch size={18} aria-hidden />}
            role="combobox"
            aria-expanded
            aria-controls={`${prefix}-list`}
            aria-activedescendant={active === undefined ? undefined : `${prefix}-${entries.indexOf(active)}`}
            maxLength={textLimits.search}
            spellCheck={false}
            error={hint}
            value={text}
            onChange={(event) => onTyped({ ...nothingTyped, text: event.currentTarget.value })}
            onKeyDown={onKeyDown}
          />
          <EntryList prefix={prefix} heads={heads} active={active} onChoose={act} />
          {entries.length === 0 && (
            <Note>{t(only === 'merchants' && text === '' ? 'palette:oneMerchant' : 'palette:none')}</Note>
          )}
          {(key === 'none' || missing !== null) && <Note>{key === 'none' ? t('palette:noReceipt') : missing}</Note>}
        </>
      )}
    </Dialog>
  );
}

const Note = ({ children }: { readonly children: ReactNode }) => (
  <Box component="p" p={16} className={parts.soft} role="status">
    {children}
  </Box>
);

/** Entries under their heads, in the order which the arrow keys follow. */
function EntryList({
  prefix,
  heads,
  active,
  onChoose,
}: {
  readonly prefix: string;
  readonly heads: ReturnType<typeof underHeads>;
  readonly active: PaletteEntry | undefined;
  readonly onChoose: (entry: PaletteEntry) => void;
}) {
  const { t } = useText();
  const entries = heads.flatMap(([, under]) => under);
  return (
    <div id={`${prefix}-list`} className={classes.list} role="listbox" aria-label={t('palette:entries')}>
      {heads.map(([head, under], index) => (
        <div key={head} role="group" aria-labelledby={`${prefix}-head-${index}`}>
          <p id={`${prefix}-head-${index}`} className={classes.head}>
            {head}
          </p>
          {under.map((entry) => (
            <Entry
              key={entry.id}
              id={`${prefix}-${entries.indexOf(entry)}`}
              entry={entry}
              active={entry === active}
              onChoose={() => onChoose(entry)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

function Entry({
  id,
  entry,
  active,
  onChoose,
}: {
  readonly id: string;
  readonly entry: PaletteEntry;
  readonly active: boolean;
  readonly onChoose: () => void;
}) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) row.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    // The search box has the focus and its keys choose, so a row only takes clicks.
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      className={classes.entry}
      onMouseDown={onChoose}
    >
      <span className={classes.name}>{entry.name}</span>
      {entry.note !== undefined && <span className={classes.note}>{entry.note}</span>}
      {entry.keys?.map((keys) => (
        <KeyHint key={keys} keys={keys} />
      ))}
      {active && entry.second !== undefined && (
        <span className={classes.second}>
          {entry.second.name} <KeyHint keys={secondKeys} />
        </span>
      )}
    </div>
  );
}

/** Puts another merchant into use, which is asked about first. */
function useMerchantChange(onClose: () => void) {
  const [merchantId, chooseMerchant] = useState<string | null>(null);
  const merchants = useCall('merchants', 'list', undefined).data ?? [];
  const activate = useAction('merchants', 'activate');
  // Closes when the form behind is the new merchant's, so that nothing is typed into the former one's.
  const inUse = useSession().merchant.merchant.id;
  const isSwitched = activate.isSuccess && merchantId === inUse;
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => {
    if (!isSwitched) return;
    breakTyping();
    close();
  }, [isSwitched]);
  return {
    merchant: merchants.find(({ merchant }) => merchant.id === merchantId)?.merchant ?? null,
    chooseMerchant,
    activate,
  };
}

/** Asks before another merchant is put into use, and says what that means for the money. */
function MerchantConfirmation({
  change: { activate, chooseMerchant },
  merchant,
}: {
  readonly change: ReturnType<typeof useMerchantChange>;
  readonly merchant: Merchant;
}) {
  const { t } = useText();
  const confirm = (): void => {
    holdTyping();
    activate.mutate({ merchantId: merchant.id }, { onError: breakTyping });
  };
  return (
    <Stack gap={12} p={20} role="group" aria-label={t('settings:merchants.useConfirmTitle', { name: merchant.name })}>
      <p className={parts.strong}>{t('settings:merchants.useConfirmTitle', { name: merchant.name })}</p>
      <p>{t(`settings:merchants.useConfirm.${merchant.environment}`)}</p>
      {activate.error !== null && <FailureNotice failure={activate.error.failure} act="recording" />}
      <DialogFoot>
        <Button onClick={() => chooseMerchant(null)}>{t('palette:back')}</Button>
        <KeyButton
          variant="filled"
          ref={takeFocus}
          loading={activate.isPending || activate.isSuccess}
          keys="Enter"
          onClick={confirm}
        >
          {t('settings:merchants.use')}
        </KeyButton>
      </DialogFoot>
    </Stack>
  );
}
