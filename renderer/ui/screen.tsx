/** Layout of a screen: a head, the work, and a summary beside it, which is a sheet at the bottom of a small window. */
import { UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import {
  createContext,
  use,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type ReactNode,
} from 'react';
import { createPortal } from 'react-dom';
import { focusScreen } from './dialog-keys.ts';
import { useText } from '#renderer/words/i18n.ts';
import classes from './screen.module.css';

export function Screen({
  title,
  tools,
  summary,
  children,
}: {
  readonly title: string;
  /** Beside the title: a search box, a toggle, buttons. */
  readonly tools?: ReactNode;
  /** Column on the right, or sheet at the bottom of a small window. Without it the work takes the whole width. */
  readonly summary?: ReactNode;
  readonly children: ReactNode;
}) {
  useEffect(() => focusScreen(), []);
  return (
    <div className={classes.screen} data-with-summary={summary !== undefined}>
      <main className={classes.work} tabIndex={-1}>
        <header className={classes.head}>
          <h1 className={classes.title}>{title}</h1>
          {tools}
        </header>
        <div className={classes.body}>{children}</div>
      </main>
      {summary !== undefined && <Summary>{summary}</Summary>}
    </div>
  );
}

/** Windows that scroll as one page, with the rail as a bar across the top. The stylesheets say the same. */
const onePageWindows = '(width < 760px), (height < 440px)';

/** True in a window that the media query is true of, from the first paint on. */
const useWindow = (query: string): boolean =>
  useMediaQuery(query, window.matchMedia(query).matches, { getInitialValueInEffect: false });

/** True in a window that scrolls as one page. */
export const useOnePage = (): boolean => useWindow(onePageWindows);

/** True where a banner of two lines would push the fields of a payment under the strip of the sheet. */
export const useOneLineBanners = (): boolean => useWindow(`${onePageWindows}, (width < 1000px) and (height < 640px)`);

/** Windows in which the summary is a sheet. A window lower than these scrolls as one page, with the summary at its end. */
const sheetWindows = '((width < 1000px) or (height < 440px)) and (height >= 340px)';

/** The strip of a sheet, which shows one line of the summary. Without an element where the summary is a column. */
const StripContext = createContext<{ readonly strip: HTMLElement | null; readonly isOpen: boolean }>({
  strip: null,
  isOpen: false,
});

/**
 * One line that stands for the whole summary while it is a closed sheet, with the primary action. Shows nothing otherwise.
 * Belongs anywhere in the summary.
 */
export function SummaryLine({
  action,
  stays = false,
  children,
}: {
  readonly action?: ReactNode;
  /** True for a line that an open sheet shows too, because what it names can scroll away. */
  readonly stays?: boolean;
  readonly children: ReactNode;
}) {
  const { strip, isOpen } = use(StripContext);
  if (strip === null || (isOpen && !stays)) return null;
  return createPortal(
    <>
      <span className={classes.line}>{children}</span>
      {!isOpen && action}
    </>,
    strip,
  );
}

/**
 * A sheet opens when the focus enters it, and closes when it leaves. The operator's choice goes first. A window that gets another
 * size keeps what is typed in the summary.
 */
function Summary({ children }: { readonly children: ReactNode }) {
  const { t } = useText();
  const isSheet = useWindow(sheetWindows);
  const [strip, setStrip] = useState<HTMLElement | null>(null);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const [focused, setFocused] = useState(false);
  const sheet = useRef<HTMLElement>(null);
  const content = useId();
  const isOpen = isSheet && (chosen ?? focused);
  const place = useMemo(() => ({ strip, isOpen }), [strip, isOpen]);
  useEffect(() => {
    if (!isOpen) return;
    sheet.current?.scrollIntoView({ block: 'start' });
    // The focused element may be at its end.
    sheet.current?.querySelector(':focus')?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  const onFocus = ({ currentTarget, target }: FocusEvent): void => {
    // What stands in the strip is a child of the content for React, and not of its box.
    if (!currentTarget.contains(target)) return;
    setFocused(true);
    if (chosen === false) setChosen(null);
  };
  const onBlur = ({ relatedTarget }: FocusEvent): void => {
    // The focus of a button that goes away is nowhere for a moment.
    if (relatedTarget !== null && sheet.current?.contains(relatedTarget) === false) setFocused(false);
  };
  return (
    <aside
      ref={sheet}
      className={classes.summary}
      aria-label={t('summary.show')}
      data-sheet={isSheet ? (isOpen ? 'open' : 'closed') : undefined}
    >
      {isSheet && (
        <div className={classes.strip}>
          <UnstyledButton
            className={classes.toggle}
            aria-expanded={isOpen}
            aria-controls={content}
            onClick={() => setChosen(!isOpen)}
          >
            {isOpen ? <IconChevronDown size={18} aria-hidden /> : <IconChevronUp size={18} aria-hidden />}
            {t(isOpen ? 'summary.hide' : 'summary.show')}
          </UnstyledButton>
          <div ref={setStrip} className={classes.slot} />
        </div>
      )}
      <div id={content} className={classes.content} onFocus={onFocus} onBlur={onBlur}>
        <StripContext value={place}>{children}</StripContext>
      </div>
    </aside>
  );
}
