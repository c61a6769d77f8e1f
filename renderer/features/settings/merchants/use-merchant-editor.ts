/** The form of one merchant: what is keyed, what is wrong with it, and its save. What is typed outlives a look at another screen. */
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
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
  const form = useForm<MerchantValues>({
    initialValues: client.getQueryData<MerchantValues>(draftKey(base.id)) ?? toValues(base),
  });
  const [secrets, setSecrets] = useState(() => startSecrets(has));
  /** Secrets that a save missed. Each is shown as long as it is still wrong. */
  const [missed, setMissed] = useState<readonly string[]>([]);
  const [tries, setTries] = useState(0);
  const action = useAction('merchants', 'save');

  const needsApiKey = form.values.authorizeFamily === 'json' || form.values.sellFamily === 'json';
  const change = readSecrets(secrets, needsApiKey);
  const secretIssues = change.ok
    ? {}
    : Object.fromEntries(Object.entries(change.issues).filter(([field]) => missed.includes(field)));

  const changed = JSON.stringify(form.values) !== JSON.stringify(toValues(base));
  const keyed =
    (secrets.cclw.kind === 'replace' && (has.cclw.set || secrets.cclw.text !== '')) ||
    (secrets.apiKey.kind === 'replace' && (has.apiKey.set || secrets.apiKey.text !== '')) ||
    secrets.apiKey.kind === 'remove' ||
    secrets.clientCertificate.kind !== 'keep';
  /** Secrets that are kept although the merchant's place is not the one that they were keyed for. */
  const toKeyAgain =
    elsewhere === null && !leadsElsewhere(form.values, base)
      ? []
      : secretNames.filter((name) => has[name].set && secrets[name].kind === 'keep');
  // Only what is no secret outlives the form.
  useEffect(() => {
    client.setQueryDefaults(draftKey(base.id), { gcTime: Infinity });
    if (changed) client.setQueryData(draftKey(base.id), form.values);
    else client.removeQueries({ queryKey: draftKey(base.id) });
  }, [client, base.id, changed, form.values]);

  const discard = (): void => {
    client.removeQueries({ queryKey: draftKey(base.id) });
    form.setValues(toValues(base));
    form.clearErrors();
    setSecrets(startSecrets(has));
    setMissed([]);
    setTries(0);
    action.reset();
  };
  const keyCertificate = (part: Partial<KeyedCertificate>): void =>
    setSecrets((now) =>
      now.clientCertificate.kind === 'replace'
        ? {
            ...now,
            clientCertificate: { kind: 'replace', keyed: { ...now.clientCertificate.keyed, ...part } },
          }
        : now,
    );
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
    setMissed(change.ok ? [] : Object.keys(change.issues));
    if (!merchant.ok || !change.ok || toKeyAgain.length > 0) return;
    action.mutate(
      { merchant: merchant.merchant, secrets: change.change },
      {
        onSuccess: (view) => {
          client.removeQueries({ queryKey: draftKey(base.id) });
          form.setValues(toValues(view.merchant));
          // Forgets the typed secrets, because the key store has them now.
          setSecrets(startSecrets(view.has));
          setTries(0);
          // Shown at once, before the list is refetched after `merchants.changed`.
          client.setQueryData<readonly MerchantView[]>(['merchants', 'list', undefined], (views = []) => [
            ...views.filter(({ merchant: known }) => known.id !== view.merchant.id),
            view,
          ]);
          onSaved(view);
        },
        onError: ({ failure }) => {
          tryAgain();
          if (failure.kind === 'name-taken') form.setErrors({ name: t('settings:issues.nameTaken') });
          if (failure.kind === 'secrets-elsewhere') form.setErrors({ baseUrl: keysElsewhere(failure.keyedFor) });
          if (failure.kind === 'invalid') {
            form.setErrors(
              Object.fromEntries(
                failure.issues.map((issue) => [issue.path.replace(/^merchant\./, ''), t('settings:issues.other')]),
              ),
            );
          }
        },
      },
    );
  };
  const { reads, submit: save } = useFileReads(saveNow);
  return {
    form,
    secrets,
    setSecrets,
    /** Adds to the client certificate that is being keyed; does nothing once it is kept or removed. */
    keyCertificate,
    /** Files that the form still reads; `save` waits for them. */
    reads,
    secretError: (field: string): string | undefined => {
      const issue = secretIssues[field];
      if (issue !== undefined) return words(t, issue);
      return toKeyAgain.some((name) => name === field) ? t('settings:issues.keyAgain') : undefined;
    },
    dirty: changed || keyed,
    /** Number of saves that were tried or refused since the last success. */
    tries,
    /** How many fields need attention since the last try to save. */
    issues: tries > 0 ? Object.keys(form.errors).length + Object.keys(secretIssues).length : 0,
    saving: action.isPending,
    saved: action.isSuccess && !changed && !keyed,
    failure: action.error?.failure ?? null,
    save,
    discard,
  };
}
