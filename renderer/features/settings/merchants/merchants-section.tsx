/** The merchants of this seat: the list, and one of them to view or edit. */
import { UnstyledButton } from '@mantine/core';
import { IconCircleCheckFilled, IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { newId } from '#shared/new-id.ts';
import { percentText } from '#shared/tax-rates.ts';
import type { Merchant, MerchantView } from '#shared/seat/merchant.ts';
import { useCall } from '#renderer/session/api.ts';
import { useText } from '#renderer/words/i18n.ts';
import { usePolicy, useMayAct } from '#renderer/session/session.tsx';
import { ManagedNote } from '#renderer/features/settings/managed-note.tsx';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { isFocusLost } from '#renderer/ui/dialog-keys.ts';
import { beforeNextKey } from '#renderer/ui/typing.ts';
import { useOnePage } from '#renderer/ui/screen.tsx';
import { NamedValues } from '#renderer/ui/parts.tsx';
import { SlowNote } from '#renderer/ui/texts/values.tsx';
import { MerchantActions, MerchantHead, NotAllowed } from './merchant-actions.tsx';
import { MerchantEditor } from './merchant-editor.tsx';
import { useFinding } from '#renderer/features/settings/use-finding.tsx';
import { newMerchant } from './merchant-values.ts';
import { KeyButton } from '#renderer/ui/shortcuts.tsx';
import classes from './merchants.module.css';
import parts from '#renderer/ui/parts.module.css';

const newKey = ['draft', 'new-merchant'] as const;

export function MerchantsSection() {
  const { t } = useText();
  const seesAll = useMayAct('supervisor');
  const changes = usePolicy().merchants;
  const maySave = seesAll && changes !== 'none';
  const onePage = useOnePage();
  const list = useCall('merchants', 'list', undefined);
  const choice = useMerchantChoice(list.data ?? []);
  const { draft, shown } = choice;
  const box = useRef<HTMLDivElement>(null);
  /** Shows another merchant, whose form stands below the list in a small window. */
  const turnTo = (change: () => void): void => {
    beforeNextKey(change);
    if (onePage) box.current?.lastElementChild?.scrollIntoView({ block: 'start' });
  };
  const [found, findField] = useFinding(list.data ?? [], ({ merchant }) => merchant.name);
  useItemInSight(box, `${shown?.merchant.id} ${shown?.active}`);
  if (list.error !== null) return <FailureNotice failure={list.error.failure} act="reading" />;
  if (list.data === undefined) return <SlowNote of="loading" />;

  const add = maySave && (
    <KeyButton
      className={classes.add}
      icon={IconPlus}
      disabled={draft !== null}
      onClick={() => {
        turnTo(() => choice.setDraft(newMerchant(newId())));
        // This button is off now, and what is typed next is the name.
        box.current?.lastElementChild?.querySelector('input')?.focus();
      }}
    >
      {t('settings:merchants.add')}
    </KeyButton>
  );
  return (
    <div ref={box} className={classes.merchants}>
      <nav aria-label={t('settings:merchants.list')} className={classes.merchantList}>
        {findField}
        {add}
        <div className={classes.found}>
          {draft !== null && (
            <Item
              name={t('settings:merchants.newTitle')}
              note={t('settings:merchants.unsaved')}
              current={shown === null}
              onChoose={() => turnTo(choice.showDraft)}
            />
          )}
          {found.map((view) => (
            <Item
              key={view.merchant.id}
              name={view.merchant.name}
              note={
                <>
                  {t(`environment.${view.merchant.environment}`)}
                  {view.builtIn && ` · ${t('settings:merchants.builtIn')}`}
                </>
              }
              active={view.active}
              current={view === shown}
              onChoose={() => turnTo(() => choice.show(view.merchant.id))}
            />
          ))}
        </div>
        {seesAll && (
          <ManagedNote
            part="merchants"
            text={t(changes === 'listed' ? 'settings:policy.merchantsListed' : 'settings:policy.merchantsProvisioned')}
          />
        )}
      </nav>
      <Editor choice={choice} maySave={maySave} seesAll={seesAll} />
    </div>
  );
}

/** @param maySave false for an operator who only looks, and where the company alone changes merchants */
function Editor({
  choice: { draft, setDraft, shown, choose },
  maySave,
  seesAll,
}: {
  readonly choice: MerchantChoice;
  readonly maySave: boolean;
  readonly seesAll: boolean;
}) {
  if (draft !== null && shown === null) {
    return (
      <MerchantEditor
        key={draft.id}
        base={draft}
        view={null}
        onSaved={(view) => {
          setDraft(null);
          choose(view.merchant.id);
        }}
        onRemoved={() => setDraft(null)}
      />
    );
  }
  if (shown == null) return null;
  if (shown.builtIn || !maySave) return <LockedMerchant view={shown} seesAll={seesAll} />;
  return (
    <MerchantEditor
      key={shown.merchant.id}
      base={shown.merchant}
      view={shown}
      onSaved={(view) => choose(view.merchant.id)}
      onRemoved={() => choose(null)}
    />
  );
}

type MerchantChoice = ReturnType<typeof useMerchantChoice>;

/** The merchant beside the list. A new one survives a visit to another screen before it is saved. */
function useMerchantChoice(views: readonly MerchantView[]) {
  const [chosenId, setChosenId] = useState<string | null>(null);
  const client = useQueryClient();
  const [draft, keepDraft] = useState<Merchant | null>(() => client.getQueryData<Merchant>(newKey) ?? null);
  const [onDraft, setOnDraft] = useState(draft !== null);
  const isNew = onDraft && draft !== null;
  return {
    draft,
    setDraft: (next: Merchant | null): void => {
      client.setQueryDefaults(newKey, { gcTime: Infinity });
      if (next === null) client.removeQueries({ queryKey: newKey });
      else client.setQueryData(newKey, next);
      keepDraft(next);
      setOnDraft(next !== null);
    },
    choose: setChosenId,
    showDraft: (): void => setOnDraft(true),
    /** Null while the new one is shown, undefined while there is none. */
    shown: isNew ? null : (views.find((view) => view.merchant.id === chosenId) ?? views.find((view) => view.active)),
    show: (id: string): void => {
      setOnDraft(false);
      setChosenId(id);
    },
  };
}

/** Keeps the item of the shown merchant in sight. */
function useItemInSight(box: RefObject<HTMLElement | null>, shownAs: string): void {
  const onePage = useOnePage();
  const before = useRef(shownAs);
  useLayoutEffect(() => {
    const item = box.current?.querySelector<HTMLElement>('[aria-current="true"]');
    const isAnother = shownAs !== before.current;
    before.current = shownAs;
    // A form that was saved as a new merchant, discarded or removed leaves the focus to the merchant in its place, and so does the
    // button of a merchant that is used now.
    if (isAnother && isFocusLost()) item?.focus();
    if (!onePage) item?.scrollIntoView({ block: 'nearest' });
  }, [box, shownAs, onePage]);
}

/** A merchant in the list. */
function Item({
  name,
  note,
  active = false,
  current,
  onChoose,
}: {
  readonly name: string;
  readonly note: ReactNode;
  readonly active?: boolean;
  readonly current: boolean;
  readonly onChoose: () => void;
}) {
  const { t } = useText();
  return (
    <UnstyledButton className={classes.merchantItem} aria-current={current} onClick={onChoose}>
      <span className={classes.merchantName}>
        {name}
        {active && <IconCircleCheckFilled size={16} role="img" aria-label={t('settings:merchants.active')} />}
      </span>
      <span className={parts.note}>{note}</span>
    </UnstyledButton>
  );
}

/** A merchant that can't be edited here: the built-in one, and every merchant below supervisor or of the company alone. */
function LockedMerchant({ view, seesAll }: { readonly view: MerchantView; readonly seesAll: boolean }) {
  const { t } = useText();
  return (
    <div className={classes.editor}>
      <MerchantHead view={view} />
      <div className={classes.editorBody}>
        {view.builtIn && <p className={parts.text}>{t('settings:merchants.trainingText')}</p>}
        {!view.allowed && <NotAllowed />}
        {seesAll && (
          <NamedValues
            of={[
              { name: t('settings:fields.environment'), value: t(`environment.${view.merchant.environment}`) },
              { name: t('settings:fields.baseUrl'), value: view.merchant.baseUrl, mono: true },
              {
                name: t('settings:fields.taxRates'),
                value: (
                  <>
                    {view.merchant.taxRates === null
                      ? t('settings:tax.notChosen')
                      : view.merchant.taxRates.map((rate) => `${percentText(rate)} %`).join(', ')}
                    {view.builtIn && ` · ${t('settings:tax.practice')}`}
                  </>
                ),
              },
            ]}
          />
        )}
        <MerchantActions key={view.merchant.id} view={view} unsaved={false} onRemoved={() => undefined} />
      </div>
    </div>
  );
}
