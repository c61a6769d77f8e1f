/** Parts that every screen is made of: a titled part of a page, facts, a message, and a line with its icon. */
import {
  IconAlertOctagon,
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconInfoCircle,
  type Icon,
} from '@tabler/icons-react';
import { useEffect, useRef, type ComponentProps, type ReactNode, type RefObject } from 'react';
import type { Tone } from '#renderer/words/payment-tones.ts';
import classes from './parts.module.css';

/** A part of a page under its title. */
export function Part({ title, note, children }: { title: string; note?: ReactNode; children?: ReactNode }) {
  return (
    <section className={classes.part} aria-label={title}>
      <h2 className={classes.strong}>{title}</h2>
      {note !== undefined && <p className={classes.note}>{note}</p>}
      {children}
    </section>
  );
}

/** Names and values of what is shown. What has no value is left out. */
export function NamedValues({ of }: { of: readonly { name: ReactNode; value: ReactNode; mono?: boolean }[] }) {
  const shown = of.filter(({ value }) => Boolean(value));
  return (
    <dl className={classes.facts}>
      {shown.map(({ name, value, mono }, index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd className={mono === true ? classes.mono : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const icons: Readonly<Partial<Record<Tone | 'plain', Icon>>> = {
  approved: IconCircleCheckFilled,
  unknown: IconAlertTriangleFilled,
  declined: IconAlertOctagon,
  plain: IconInfoCircle,
};

/**
 * A message about what is shown.
 * @param tone `unknown` asks somebody to look
 * @param role `status` or `alert` for what appears by itself
 */
export function Callout(props: {
  ref?: RefObject<HTMLDivElement | null>;
  tone: Tone | 'plain';
  role?: 'status' | 'alert' | 'note';
  icon?: ReactNode;
  children: ReactNode;
  actions?: ReactNode;
}) {
  const { ref, tone, role, icon, children, actions } = props;
  const ToneIcon = icons[tone];
  return (
    <div ref={ref} className={classes.callout} data-tone={tone} role={role}>
      {icon ?? (ToneIcon && <ToneIcon size={18} aria-hidden />)}
      <div>
        <div>{children}</div>
        {actions}
      </div>
    </div>
  );
}

/** A form that the page checks itself. Sending it leads nowhere. */
export function Form({ onSend, ...form }: Omit<ComponentProps<'form'>, 'onSubmit'> & { onSend: () => void }) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
      {...form}
    />
  );
}

/** Scrolls to what has just come, because the column may be longer than the window. */
export const bringIntoView = (box: HTMLElement | null): void => {
  // Chromium answers with a promise, which React would take for what ends an effect.
  box?.scrollIntoView({ block: 'nearest' });
};

/** Returns the reference of what comes into view once the field that has taken the focus has scrolled. */
export function useIntoView(): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => bringIntoView(box.current), []);
  return box;
}

/** The head of a table. @param ends number of columns of figures, the last ones, whose names stand at the end */
export function TableHead({ names, ends = 0 }: { names: readonly ReactNode[]; ends?: number }) {
  return (
    <thead>
      <tr>
        {names.map((name, index) => (
          <th key={index} scope="col" data-end={index >= names.length - ends || undefined}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** One line with its icon. */
export function IconLine({
  icon: LineIcon,
  tone,
  children,
  role,
}: {
  icon: Icon;
  tone: 'approved' | 'unknown' | 'plain';
  children: ReactNode;
  role?: 'status' | 'note' | undefined;
}) {
  return (
    <span className={classes.said} data-tone={tone} role={role}>
      <LineIcon size={18} aria-hidden />
      {children}
    </span>
  );
}
