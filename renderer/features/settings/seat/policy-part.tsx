/** Tells whether a policy of the company is in force, from which file, and what it sets. */
import { usePolicy } from '#renderer/session/policy.ts';
import { useText } from '#renderer/words/i18n.ts';
import classes from '#renderer/features/settings/settings.module.css';

export function PolicyPart() {
  const { t } = useText();
  const { file, foreign, usable, managed } = usePolicy();
  const parts = managed.map((part) => t(`settings:policy.parts.${part}`)).join(', ');
  return (
    <section className={classes.care} aria-label={t('settings:policy.title')}>
      <strong className={classes.strong}>{t('settings:policy.title')}</strong>
      <p className={classes.note}>
        {file === null && t('settings:policy.none')}
        {file !== null && !usable && t('settings:policy.unusable')}
        {file !== null &&
          usable &&
          (managed.length > 0 ? t('settings:policy.sets', { parts }) : t('settings:policy.setsNothing'))}
      </p>
      {file !== null && <p className={classes.mono}>{file}</p>}
      {foreign !== null && (
        <>
          <p className={classes.note}>{t('settings:policy.foreign')}</p>
          <p className={classes.mono}>{foreign}</p>
        </>
      )}
    </section>
  );
}
