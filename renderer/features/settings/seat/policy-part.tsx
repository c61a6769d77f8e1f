/** Tells whether a policy of the company is in force, from which file, and what it sets. */
import { useMayAct } from '#renderer/session/session.tsx';
import { usePolicy } from '#renderer/session/policy.ts';
import { useText } from '#renderer/words/i18n.ts';
import parts from '#renderer/ui/parts.module.css';
import { Part } from '#renderer/ui/parts.tsx';

export function PolicyPart() {
  const { t } = useText();
  const { file, foreign, usable, managed } = usePolicy();
  const administers = useMayAct('supervisor');
  if (!administers && file === null && foreign === null) return null;
  const managedParts = managed.map((part) => t(`settings:policy.parts.${part}`)).join(', ');
  return (
    <Part title={t('settings:policy.title')}>
      <p className={parts.note}>
        {file === null && t('settings:policy.none')}
        {file !== null && !usable && t('settings:policy.unusable')}
        {file !== null &&
          usable &&
          (managed.length > 0 ? t('settings:policy.sets', { parts: managedParts }) : t('settings:policy.setsNothing'))}
      </p>
      {file !== null && <p className={parts.mono}>{file}</p>}
      {foreign !== null && (
        <>
          <p className={parts.note}>{t('settings:policy.foreign')}</p>
          <p className={parts.mono}>{foreign}</p>
        </>
      )}
    </Part>
  );
}
