/** Shows a UTC instant in local time with its seconds in the title, and keeps the exact instant in the element. */
import { useFormats } from '#renderer/words/formats.ts';

export function Moment({
  at,
  show = 'moment',
}: {
  /** UTC, ISO 8601. */
  readonly at: string;
  readonly show?: 'moment' | 'day' | 'time' | 'clock';
}) {
  const formats = useFormats();
  return (
    <time dateTime={at} title={`${formats.day(at)}, ${formats.clock(at)}`}>
      {formats[show](at)}
    </time>
  );
}
