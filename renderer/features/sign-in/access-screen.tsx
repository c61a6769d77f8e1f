/** The screen of a seat without an operator: the merchant whose payments it takes, and the sign-in. */
import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Access } from '#shared/seat/operators.ts';
import { languageChoices, languageOf, type Language } from '#shared/languages.ts';
import { useText } from '#renderer/words/i18n.ts';
import { FirstSupervisorForm } from './first-supervisor-form.tsx';
import { FreshPasscodeForm } from './fresh-passcode-form.tsx';
import parts from '#renderer/ui/parts.module.css';
import classes from './sign-in.module.css';
import { SignInForm } from './sign-in-form.tsx';

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
        <div className={classes.sheet}>
          {content(access)}
          <SegmentedControl
            className={classes.language ?? ''}
            aria-label={t('language')}
            value={language}
            onChange={(chosen) => onLanguage(languageOf(chosen))}
            data={languageChoices.map(({ value, label }) => ({ value, label: <span lang={value}>{label}</span> }))}
          />
        </div>
      </main>
    </div>
  );
}

function content(access: Access): ReactNode {
  switch (access.kind) {
    case 'signed-out':
      return <SignInForm key="out" names={access.names} locked={null} replaced={access.replaced === true} />;
    case 'locked':
      return <SignInForm key={`locked ${access.name}`} names={access.names} locked={access.name} />;
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
    <div role="alert" className={classes.form}>
      <h1 className={classes.title}>{t(`signIn:${reason}.title`)}</h1>
      <p>{t(`signIn:${reason}.text`)}</p>
      <p>{t(`signIn:${reason}.next`)}</p>
      <p className={classes.note}>
        {t('signIn:damaged.file')} <span className={parts.mono}>{file}</span>
      </p>
    </div>
  );
}
