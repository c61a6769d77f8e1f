/** Choice of the operator: a button per name while there are few, and a field that completes names otherwise. */
import { Autocomplete, Input, SegmentedControl, type ComboboxItem } from '@mantine/core';
import { useId, useRef, type KeyboardEvent, type Ref } from 'react';
import { textLimits } from '#shared/text-limits.ts';
import { useText } from '#renderer/words/i18n.ts';
import { folded, matchingEntries } from '#renderer/words/matching.ts';
import classes from './sign-in.module.css';
import { sameOperatorName } from '#shared/seat/operators.ts';

const mostButtons = 6;

export function OperatorField({
  ref,
  names,
  name,
  wrong,
  onName,
  onChosen,
}: {
  /** Contains the input that takes the focus. */
  readonly ref: Ref<HTMLDivElement>;
  readonly names: readonly string[];
  readonly name: string;
  readonly wrong: boolean;
  readonly onName: (name: string) => void;
  /** Called when a name was clicked, because nothing is left to do here then. */
  readonly onChosen: () => void;
}) {
  const { t } = useText();
  const id = useId();
  const typed = useRef('');
  const error = wrong ? t('signIn:required') : undefined;
  /** Chooses the first name that begins with the letters typed so far, as a list of the system does. */
  const typeAhead = ({ key, currentTarget }: KeyboardEvent): void => {
    if (key.length > 1 || key === ' ') return;
    const beginning = (start: string) => names.findIndex((each) => begins(each, start));
    if (beginning(typed.current + key) < 0) typed.current = '';
    typed.current += key;
    // Tab goes on from the chosen one.
    const chosen = currentTarget.querySelectorAll('input')[beginning(typed.current)];
    chosen?.focus();
    chosen?.click();
  };
  return (
    <div ref={ref}>
      {names.length <= mostButtons ? (
        <Input.Wrapper label={t('label.operator')} labelElement="div" labelProps={{ id }} error={error}>
          <SegmentedControl
            aria-labelledby={id}
            orientation="vertical"
            fullWidth
            size="lg"
            classNames={{ innerLabel: classes.operator }}
            data={[...names]}
            value={name}
            onChange={onName}
            onKeyDown={typeAhead}
            // An arrow key clicks as well, but has no count of clicks.
            onClick={({ detail }) => detail > 0 && onChosen()}
          />
        </Input.Wrapper>
      ) : (
        <Autocomplete
          label={t('label.operator')}
          description={t('signIn:operatorHint')}
          data={[...names]}
          // Opens with the first letter, because it covers the passcode.
          openOnFocus={false}
          comboboxProps={{ position: 'bottom-start', withinPortal: false }}
          // Ends above the foot of a low window.
          maxDropdownHeight="45dvh"
          filter={({ options, search }) =>
            // A list of names has no groups.
            [
              ...matchingEntries(
                (options as ComboboxItem[]).map((each) => ({ ...each, name: each.value })),
                search,
              ),
            ]
          }
          value={name}
          maxLength={textLimits.operatorName}
          spellCheck={false}
          error={error}
          onChange={onName}
          onOptionSubmit={onChosen}
          onBlur={() => onName(completedName(name, names))}
        />
      )}
    </div>
  );
}

const begins = (name: string, start: string): boolean => folded(name).startsWith(folded(start));

/** Returns the only name that begins with the typed text; the typed text when there are several or none. */
export function completedName(typed: string, names: readonly string[]): string {
  const start = typed.trim();
  const [one, ...more] = names.filter((name) => start !== '' && begins(name, start));
  return names.find((name) => sameOperatorName(name, typed)) ?? (one !== undefined && more.length === 0 ? one : typed);
}
