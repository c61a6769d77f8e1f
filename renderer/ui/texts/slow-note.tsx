/** Names what is being loaded, once the wait is long enough to be noticed (300 ms). */
import { Center } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useText } from '#renderer/words/i18n.ts';

export function SlowNote({ of }: { readonly of: 'screen' | 'session' | 'loading' }) {
  const { t } = useText();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 300);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Center component="p" mih={200} role="status">
      {late ? t(`wait.${of}`) : ''}
    </Center>
  );
}
