/** The form of one merchant: what is keyed, what is wrong with it, and its save. What is typed outlives a look at another screen. */
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Failure } from '#shared/failure.ts';
import { secretNames, type Merchant, type MerchantView } from '#shared/seat/merchant.ts';
import { useAction } from '#renderer/session/api.ts';
import { useText, type Translate } from '#renderer/words/i18n.ts';
import type { Misplaced } from '#shared/seat/secret-place.ts';
import type { MerchantFieldIssue } from './keyed-settings.ts';
import { leadsElsewhere, readMerchant, toValues, type MerchantValues } from './merchant-values.ts';
import { useFileReads } from '#renderer/features/settings/files/file-field.tsx';
import { readSecrets, startSecrets, type KeyedCertificate } from '#renderer/features/settings/secrets/secret-values.ts';

export type MerchantForm = UseFormReturnType<MerchantValues>;

export type MerchantEditing = ReturnType<typeof useMerchantEditor>;

const words = (t: Translate, issue: MerchantFieldIssue | { readonly key: 'file' }): string =>
  t(`settings:issues.${issue.key}`, {
    max: 'max' in issue ? (issue.max ?? '') : '',
    min: 'min' in issue ? (issue.min ?? '') : '',
  });

const draftKey = (id: string) => ['draft', 'merchant', id] as const;

export function useMerchantEditor(
  base: Merchant,
  has: MerchantView['has'],
  elsewhere: Misplaced | null,
  onSaved: (view: MerchantView) => void,
) {
  const { t } = useText();
  const client = useQueryClient();
  const { form, changed, restart } = useKeptForm(base);
  const keyed = useKeyedSecrets(has, form.values);
  const { secrets, change, issues: secretIssues } = keyed;
  const [tries, setTries] = useState(0);
  const action = useAction('merchants', 'save');

  /** Secrets that are kept although the merchant's place is not the one that they were keyed for. */
  const toKeyAgain =
    elsewhere === null && !leadsElsewhere(form.values, base)
      ? []
      : secretNames.filter((name) => has[name].set && secrets[name].kind === 'keep');
  const discard = (): void => {
    restart(base);
    form.clearErrors();
    keyed.restart(has);
    keyed.showIssues([]);
    setTries(0);
    action.reset();
  };
  const keysElsewhere = (place: string | null): string =>
    t('settings:issues.keysElsewhere', { place: place ?? base.baseUrl });
  const tryAgain = (): void => setTries((count) => count + 1);
  const saveNow = (): void => {
    tryAgain();
    const merchant = readMerchant(form.values, base);
    form.setErrors({
      ...(toKeyAgain.length === 0 ? {} : { baseUrl: keysElsewhere(elsewhere?.keyedFor ?? null) }),
      ...(merchant.ok
        ? {}
        : Object.fromEntries(Object.entries(merchant.issues).map(([field, issue]) => [field, words(t, issue)]))),
    });
    keyed.showIssues(change.ok ? [] : Object.keys(change.issues));
    if (!merchant.ok || !change.ok || toKeyAgain.length > 0) return;
    action.mutate(
      { merchant: merchant.merchant, secrets: change.change },
      {
        onSuccess: (view) => {
          restart(view.merchant);
          // Forgets the typed secrets, because the key store has them now.
          keyed.restart(view.has);
          setTries(0);
          showAtOnce(client, view);
          onSaved(view);
        },
        onError: ({ failure }) => {
          tryAgain();
          if (failure.kind === 'name-taken') form.setErrors({ name: t('settings:issues.nameTaken') });
          if (failure.kind === 'secrets-elsewhere') form.setErrors({ baseUrl: keysElsewhere(failure.keyedFor) });
          if (failure.kind === 'invalid') form.setErrors(refusedFields(t, failure));
        },
      },
    );
  };
  const { reads, submit: save } = useFileReads(saveNow);
  return {
    form,
    secrets,
    setSecrets: keyed.setSecrets,
    keyCertificate: keyed.keyCertificate,
    /** Files that the form still reads; `save` waits for them. */
    reads,
    secretError: (field: string): string | undefined => {
      const issue = secretIssues[field];
      if (issue !== undefined) return words(t, issue);
      return toKeyAgain.some((name) => name === field) ? t('settings:issues.keyAgain') : undefined;
    },
    dirty: changed || keyed.isKeyed,
    /** Number of saves that were tried or refused since the last success. */
    tries,
    /** How many fields need attention since the last try to save. */
    issues: tries > 0 ? Object.keys(form.errors).length + Object.keys(secretIssues).length : 0,
    saving: action.isPending,
    saved: action.isSuccess && !changed && !keyed.isKeyed,
    failure: action.error?.failure ?? null,
    save,
    discard,
  };
}

/** Shows a merchant before the list is refetched after `merchants.changed`. */
const showAtOnce = (client: QueryClient, view: MerchantView): void =>
  void client.setQueryData<readonly MerchantView[]>(['merchants', 'list', undefined], (views = []) => [
    ...views.filter(({ merchant }) => merchant.id !== view.merchant.id),
    view,
  ]);

const refusedFields = (t: Translate, { issues }: Extract<Failure, { kind: 'invalid' }>) =>
  Object.fromEntries(issues.map(({ path }) => [path.replace(/^merchant\./, ''), t('settings:issues.other')]));

/** The form, whose values outlive it. Only what is no secret does. */
function useKeptForm(base: Merchant) {
  const client = useQueryClient();
  const form = useForm<MerchantValues>({
    initialValues: client.getQueryData<MerchantValues>(draftKey(base.id)) ?? toValues(base),
  });
  const changed = JSON.stringify(form.values) !== JSON.stringify(toValues(base));
  useEffect(() => {
    client.setQueryDefaults(draftKey(base.id), { gcTime: Infinity });
    if (changed) client.setQueryData(draftKey(base.id), form.values);
    else client.removeQueries({ queryKey: draftKey(base.id) });
  }, [client, base.id, changed, form.values]);
  const restart = (merchant: Merchant): void => {
    client.removeQueries({ queryKey: draftKey(base.id) });
    form.setValues(toValues(merchant));
  };
  return { form, changed, restart };
}

/** The secrets as they are keyed, and what is wrong with them. */
function useKeyedSecrets(has: MerchantView['has'], { authorizeFamily, sellFamily }: MerchantValues) {
  const [secrets, setSecrets] = useState(() => startSecrets(has));
  /** Secrets that a save missed. Each is shown as long as it is still wrong. */
  const [missed, showIssues] = useState<readonly string[]>([]);
  const change = readSecrets(secrets, authorizeFamily === 'json' || sellFamily === 'json');
  return {
    secrets,
    setSecrets,
    restart: (stored: MerchantView['has']): void => setSecrets(startSecrets(stored)),
    /** Adds to the client certificate that is being keyed; does nothing once it is kept or removed. */
    keyCertificate: (part: Partial<KeyedCertificate>): void =>
      setSecrets((now) =>
        now.clientCertificate.kind === 'replace'
          ? {
              ...now,
              clientCertificate: { kind: 'replace', keyed: { ...now.clientCertificate.keyed, ...part } },
            }
          : now,
      ),
    isKeyed:
      (secrets.cclw.kind === 'replace' && (has.cclw.set || secrets.cclw.text !== '')) ||
      (secrets.apiKey.kind === 'replace' && (has.apiKey.set || secrets.apiKey.text !== '')) ||
      secrets.apiKey.kind === 'remove' ||
      secrets.clientCertificate.kind !== 'keep',
    change,
    issues: change.ok
      ? {}
      : Object.fromEntries(Object.entries(change.issues).filter(([field]) => missed.includes(field))),
    showIssues,
  };
}
