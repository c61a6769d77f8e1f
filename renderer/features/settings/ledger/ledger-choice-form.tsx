/** Choice between the ledger on this computer and one shared by several seats. */
import { Button, PasswordInput, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { textLimits } from '#shared/text-limits.ts';
import { longestLedgerAddress, parseLedgerAddress, type LedgerAddressIssue } from '#shared/seat/ledger-address.ts';
import { poolSizes, type LedgerChoice } from '#shared/seat/settings.ts';
import { useCall, type useAction } from '#renderer/session/api.ts';
import { useIssueFocus } from '#renderer/form/issue-focus.ts';
import { useText, type Translate } from '#renderer/words/i18n.ts';
import { useIsManaged, usePolicy } from '#renderer/session/session.tsx';
import { ManagedNote } from '#renderer/features/settings/managed-note.tsx';
import { useFocusHandedOn } from '#renderer/ui/dialog-keys.ts';
import { ConfirmDialog } from '#renderer/ui/dialog.tsx';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import {
  readCertificatePem,
  FileField,
  FileReadsContext,
  useFileReads,
} from '#renderer/features/settings/files/file-field.tsx';
import { StoredSecret } from '#renderer/features/settings/secrets/secret-field.tsx';
import { IconLine, Form } from '#renderer/ui/parts.tsx';
import { useRereadLedger } from './use-reread-ledger.ts';
import classes from '#renderer/features/settings/settings.module.css';
import parts from '#renderer/ui/parts.module.css';

interface ChoiceProps {
  readonly current: LedgerChoice;
  readonly choose: ReturnType<typeof useAction<'ledger', 'choose'>>;
}

export function LedgerChoiceForm({ current, choose }: ChoiceProps) {
  const { t } = useText();
  const choice = useKeyedChoice({ current, choose });
  const { engine, other, unconfirmed } = choice;
  const box = useRef<HTMLFormElement>(null);
  useIssueFocus(box, choice.tries);
  useFocusHandedOn();
  return (
    <Form ref={box} onSend={choice.submit}>
      <Stack gap={16}>
        <EngineField choice={choice} />
        <ManagedNote part="ledger" />
        {engine === 'postgres' && <ServerFields choice={choice} />}
        {choose.error !== null && <FailureNotice failure={choose.error.failure} act="recording" />}
        {other !== null && (
          <ConfirmDialog
            grave
            title={t('settings:ledger.leaveTitle', { count: unconfirmed })}
            confirm={t('settings:ledger.leaveConfirm')}
            onConfirm={() => choice.use(other)}
            onClose={choice.stay}
          >
            <p>{t('settings:ledger.leaveText')}</p>
          </ConfirmDialog>
        )}
        {(engine === 'postgres' || current.engine === 'postgres') && (
          <div className={classes.row}>
            <Button variant="filled" type="submit" loading={choose.isPending}>
              {t('settings:ledger.choose')}
            </Button>
            <p className={parts.note} role="status">
              {choose.isPending && t('settings:ledger.choosing')}
              {choose.isSuccess && (
                <IconLine icon={IconCheck} tone="approved">
                  {t('settings:ledger.chosen')}
                </IconLine>
              )}
            </p>
          </div>
        )}
      </Stack>
    </Form>
  );
}

type KeyedChoice = ReturnType<typeof useKeyedChoice>;

/** Holds the keyed choice with its issues, and puts it into use. */
function useKeyedChoice({ current, choose }: ChoiceProps) {
  const reread = useRereadLedger();
  const ruled = usePolicy().ledger ?? current;
  const shared = ruled.engine === 'postgres' ? ruled : null;
  const [engine, setEngine] = useState(ruled.engine);
  const [url, setUrl] = useState(shared?.url ?? '');
  const storedCa = shared?.ca ?? null;
  const [ca, setCa] = useState(storedCa);
  const [replacingCa, setReplacingCa] = useState(storedCa === null);
  const [poolSize, setPoolSize] = useState(String(current.engine === 'postgres' ? current.poolSize : poolSizes.usual));
  const [password, setPassword] = useState('');
  const [tries, setTries] = useState(0);
  const unconfirmed = useCall('history', 'unknowns', undefined).data?.length ?? 0;
  /** The other ledger, until it is confirmed that unconfirmed payments stay behind. */
  const [other, setOther] = useState<LedgerChoice | null>(null);

  const address = parseLedgerAddress(url);
  const poolIssue = !/^\d+$/.test(poolSize) || Number(poolSize) < poolSizes.min || Number(poolSize) > poolSizes.max;
  const use = (choice: LedgerChoice): void => {
    setOther(null);
    choose.mutate(
      { choice, password: password === '' ? null : password },
      {
        onSuccess: () => {
          setPassword('');
          reread();
        },
      },
    );
  };
  const { reads, submit } = useFileReads(() => {
    setTries(tries + 1);
    if (engine === 'postgres' && (!address.ok || poolIssue)) return;
    const choice: LedgerChoice = engine === 'sqlite' ? { engine } : { engine, url, ca, poolSize: Number(poolSize) };
    if (unconfirmed > 0 && addressOf(choice) !== addressOf(current)) setOther(choice);
    else use(choice);
  });
  const tried = tries > 0;
  return {
    engine,
    setEngine,
    url,
    setUrl,
    addressIssue: tried && !address.ok ? address.failure : undefined,
    ca,
    setCa,
    /** The certificate that is in use. */
    storedCa,
    replacingCa,
    setReplacingCa,
    poolSize,
    setPoolSize,
    poolIssue: tried && poolIssue,
    password,
    setPassword,
    tries,
    reads,
    submit,
    unconfirmed,
    other,
    stay: () => setOther(null),
    use,
  };
}

function EngineField({ choice: { engine, setEngine } }: { readonly choice: KeyedChoice }) {
  const { t } = useText();
  const isManaged = useIsManaged('ledger');
  return (
    <Radio.Group
      value={engine}
      onChange={(value) => setEngine(value === 'postgres' ? 'postgres' : 'sqlite')}
      label={t('settings:ledger.intro')}
    >
      <Stack gap={8}>
        <Radio
          value="sqlite"
          disabled={isManaged}
          label={t('settings:ledger.embedded')}
          description={t('settings:ledger.embeddedText')}
        />
        <Radio
          value="postgres"
          disabled={isManaged}
          label={t('settings:ledger.shared')}
          description={t('settings:ledger.sharedText')}
        />
      </Stack>
    </Radio.Group>
  );
}

function ServerFields({ choice }: { readonly choice: KeyedChoice }) {
  const { t } = useText();
  const isManaged = useIsManaged('ledger');
  return (
    <div className={parts.fields}>
      <Textarea
        className={parts.whole}
        label={t('settings:ledger.url')}
        description={t('settings:ledger.urlHint')}
        autosize
        minRows={1}
        maxRows={4}
        spellCheck={false}
        maxLength={longestLedgerAddress}
        disabled={isManaged}
        classNames={isManaged ? { input: parts.fixed ?? '' } : {}}
        value={choice.url}
        // An address has no blanks, but one that was copied may have been broken into lines.
        onChange={(event) => choice.setUrl(event.currentTarget.value.replace(/\s+/g, ''))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
        error={choice.addressIssue && addressWords(t, choice.addressIssue)}
      />
      <PasswordInput
        label={t('settings:ledger.password')}
        description={t('settings:ledger.passwordHint')}
        maxLength={textLimits.password}
        value={choice.password}
        onChange={(event) => choice.setPassword(event.currentTarget.value)}
      />
      <AuthorityField choice={choice} />
      <TextInput
        label={t('settings:ledger.poolSize')}
        description={t('settings:ledger.poolSizeHint')}
        inputMode="numeric"
        maxLength={textLimits.keyedNumber}
        value={choice.poolSize}
        onChange={(event) => choice.setPoolSize(event.currentTarget.value)}
        error={choice.poolIssue ? t('settings:issues.range', { min: poolSizes.min, max: poolSizes.max }) : undefined}
      />
    </div>
  );
}

function AuthorityField({ choice }: { readonly choice: KeyedChoice }) {
  const { t } = useText();
  const isManaged = useIsManaged('ledger');
  const { ca, setCa, storedCa } = choice;
  if (isManaged) {
    return (
      <TextInput
        label={t('settings:ledger.ca')}
        disabled
        classNames={{ input: parts.fixed ?? '' }}
        value={t(ca === null ? 'settings:ledger.caSystem' : 'settings:fields.extraCaStored')}
      />
    );
  }
  if (choice.replacingCa) {
    return (
      <FileReadsContext value={choice.reads}>
        <FileField
          label={t('settings:ledger.ca')}
          accept=".pem,.crt,.cer"
          read={readCertificatePem}
          takesFocus={storedCa !== null}
          onText={setCa}
        />
      </FileReadsContext>
    );
  }
  return (
    <StoredSecret
      label={t('settings:ledger.ca')}
      words={t('settings:fields.extraCaStored')}
      removed={ca === null}
      onReplace={() => choice.setReplacingCa(true)}
      onRemove={() => setCa(null)}
      onKeep={() => setCa(storedCa)}
    />
  );
}

const addressOf = (choice: LedgerChoice): string | null => (choice.engine === 'sqlite' ? null : choice.url);

const addressWords = (t: Translate, issue: LedgerAddressIssue): string =>
  issue.kind === 'parameter'
    ? t('settings:issues.ledgerAddress.parameter', { name: issue.name })
    : t(`settings:issues.ledgerAddress.${issue.kind}`);
