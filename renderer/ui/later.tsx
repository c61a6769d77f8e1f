/** Parts of the page that its first screen does without. They are read after its first paint, so that nobody waits for one. */
import { lazy, Suspense, useState, type ComponentType } from 'react';
import { readLaterTexts, shownLanguage } from '#renderer/words/i18n.ts';

/** Reads a part. Grows while parts are read that have parts of their own. */
const readers: (() => Promise<unknown>)[] = [];

const Nothing = () => null;

/**
 * Returns a component that is read from its own file, with the texts of the screens that open later.
 * @param name of the component in its file
 * @param Waiting is shown in place of a part that is opened before it has been read
 */
export function later<Name extends string, Props extends object>(
  read: () => Promise<{ readonly [Own in Name]: ComponentType<Props> }>,
  name: Name,
  Waiting: ComponentType<NoInfer<Props>> = Nothing,
): ComponentType<Props> {
  let known: ComponentType<Props> | null = null;
  const readPart = async (): Promise<{ readonly default: ComponentType<Props> }> => {
    const [{ [name]: part }] = await Promise.all([read(), readLaterTexts(shownLanguage())]);
    known = part;
    return { default: part };
  };
  readers.push(readPart);
  const Awaited: ComponentType<Props> = lazy(readPart);
  return function Later(props: Props) {
    // React lets an awaited part wait for 300 ms, during which keys would be lost. A known one is there at once.
    const [Part] = useState(() => known ?? Awaited);
    return (
      <Suspense fallback={<Waiting {...props} />}>
        <Part {...props} />
      </Suspense>
    );
  };
}

/** Reads every part, one after another while the page is idle. */
export async function readParts(): Promise<void> {
  for (const readPart of readers) {
    await new Promise((idle) => requestIdleCallback(idle));
    await readPart();
  }
}
