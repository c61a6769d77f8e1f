/** The screen of a seat without an operator: the merchant whose payments it takes, and the sign-in. */
import { SegmentedControl, Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Access } from '#shared/seat/operators.ts';
import { languageChoices, languageOf, type Language } from '#shared/languages.ts';
import { session } from '#shared/contract/groups/session.ts';
import { useText } from '#renderer/words/i18n.ts';
import { useAction } from '#renderer/session/api.ts';
import { useSession } from '#renderer/session/session.tsx';
import { SupervisorFields, newPasscodeRow } from '#renderer/form/supervisor-fields.tsx';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { SettingForm } from '#renderer/form/setting-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import parts from '#renderer/ui/parts.module.css';
import classes from './sign-in.module.css';

export function AccessScreen({
  access,
  band,
  onLanguage,
}: {
  readonly access: Access;
  /** The frame's band, across the top. */
  readonly band: ReactNode;
  readonly onLanguage: (language: Language) => void;
}) {
  const { t, language } = useText();
  return (
    <div className={classes.screen}>
      {band}
      <main className={classes.place}>
        <Stack gap={16} w="min(384px, calc(100vw - 24px))">
          {content(access)}
          <SegmentedControl
            mt={16}
            style={{ alignSelf: 'center' }}
            aria-label={t('language')}
            value={language}
            onChange={(chosen) => onLanguage(languageOf(chosen))}
            data={languageChoices.map(({ value, label }) => ({ value, label: <span lang={value}>{label}</span> }))}
          />
        </Stack>
      </main>
    </div>
  );
}

function content(access: Access): ReactNode {
  switch (access.kind) {
    case 'signed-out':
      return (
        <SignInForm key="out" names={access.names} locked={null} notice={access.ended && `ended.${access.ended}`} />
      );
    case 'locked':
      return (
        <SignInForm
          key={`locked ${access.name}`}
          names={access.names}
          locked={access.name}
          notice={access.refused && 'locked.refused'}
        />
      );
    case 'new-passcode':
      return <FreshPasscodeForm name={access.name} why={access.why} />;
    case 'first-supervisor':
      return <FirstSupervisorForm />;
    case 'damaged':
    case 'newer':
      return <Unread reason={access.kind} file={access.file} />;
    case 'open':
    case 'working':
      return null;
  }
}

/** Explains that nobody can sign in because the file of the operators can't be read. */
function Unread({ reason, file }: { readonly reason: 'damaged' | 'newer'; readonly file: string }) {
  const { t } = useText();
  return (
    <Stack role="alert" gap={16}>
      <h1 className={classes.title}>{t(`signIn:${reason}.title`)}</h1>
      <p>{t(`signIn:${reason}.text`)}</p>
      <p>{t(`signIn:${reason}.next`)}</p>
      <p className={parts.soft}>
        {t('signIn:damaged.file')} <span className={parts.mono}>{file}</span>
      </p>
    </Stack>
  );
}

/** Creates the first operator, before a merchant that charges real cards is used. */
function FirstSupervisorForm() {
  const { t } = useText();
  const { merchant } = useSession();
  const practise = useAction('session', 'practise');
  return (
    <>
      <h1 className={classes.title}>{t('signIn:first.title')}</h1>
      <p className={parts.soft}>
        {t('signIn:first.text', { merchant: merchant.merchant.name })} {t('signIn:first.afterwards')}
      </p>
      <SupervisorFields />
      <Button variant="subtle" color="gray" onClick={() => practise.mutate(undefined)}>
        {t('signIn:first.practise')}
      </Button>
      {practise.error !== null && <FailureNotice failure={practise.error.failure} act="recording" />}
    </>
  );
}

/** Asks for a new passcode after a sign-in with one that another person knows, or that breaks today's rule. */
function FreshPasscodeForm({
  name,
  why,
}: {
  readonly name: string;
  /** The passcode is known to another person, or breaks today's rule. */
  readonly why: 'known' | 'weak';
}) {
  const { t } = useText();
  const change = useAction('session', 'changePasscode');
  const signOut = useAction('session', 'signOut');
  return (
    <>
      <h1 className={classes.title}>{t('signIn:fresh.title')}</h1>
      <p className={parts.soft}>{t(`signIn:fresh.text.${why}`, { name })}</p>
      <SettingForm
        layout="sheet"
        focused
        schema={session.calls.changePasscode.input}
        rows={[newPasscodeRow(t, 'next', t('signIn:next'))]}
        start={{ current: null }}
        action={change}
        submit={t('signIn:fresh.submit')}
      />
      <Button variant="subtle" color="gray" onClick={() => signOut.mutate(undefined)}>
        {t('seat.signOut')}
      </Button>
      {signOut.error !== null && <FailureNotice failure={signOut.error.failure} act="recording" />}
    </>
  );
}
