/** The keyed choice of a ledger: its values, what is wrong with them, and its use. */
import { useState } from 'react';
import { parseLedgerAddress } from '#shared/seat/ledger-address.ts';
import { poolSizes, type LedgerChoice } from '#shared/seat/settings.ts';
import { useCall, type useAction } from '#renderer/session/api.ts';
import { usePolicy } from '#renderer/session/session.tsx';
import { useFileReads } from '#renderer/features/settings/files/file-field.tsx';
import { useRereadLedger } from './use-reread-ledger.ts';

const addressOf = (choice: LedgerChoice): string | null => (choice.engine === 'sqlite' ? null : choice.url);

export type KeyedChoice = ReturnType<typeof useKeyedChoice>;

export function useKeyedChoice(current: LedgerChoice, choose: ReturnType<typeof useAction<'ledger', 'choose'>>) {
  const reread = useRereadLedger();
  const ruled = usePolicy().ledger ?? current;
  const shared = ruled.engine === 'postgres' ? ruled : null;
  const [engine, setEngine] = useState(ruled.engine);
  const [url, setUrl] = useState(shared?.url ?? '');
  const storedCa = shared?.ca ?? null;
  const [ca, setCa] = useState(storedCa);
  const [replacingCa, setReplacingCa] = useState(storedCa === null);
  const [poolSize, setPoolSize] = useState(String(current.engine === 'postgres' ? current.poolSize : poolSizes.usual));
  const [password, setPassword] = useState('');
  const [tries, setTries] = useState(0);
  const unconfirmed = useCall('history', 'unknowns', undefined).data?.length ?? 0;
  /** The other ledger, until it is confirmed that unconfirmed payments stay behind. */
  const [other, setOther] = useState<LedgerChoice | null>(null);

  const address = parseLedgerAddress(url);
  const poolIssue = !/^\d+$/.test(poolSize) || Number(poolSize) < poolSizes.min || Number(poolSize) > poolSizes.max;
  const use = (choice: LedgerChoice): void => {
    setOther(null);
    choose.mutate(
      { choice, password: password === '' ? null : password },
      {
        onSuccess: () => {
          setPassword('');
          reread();
        },
      },
    );
  };
  const { reads, submit } = useFileReads(() => {
    setTries(tries + 1);
    if (engine === 'postgres' && (!address.ok || poolIssue)) return;
    const choice: LedgerChoice = engine === 'sqlite' ? { engine } : { engine, url, ca, poolSize: Number(poolSize) };
    if (unconfirmed > 0 && addressOf(choice) !== addressOf(current)) setOther(choice);
    else use(choice);
  });
  const tried = tries > 0;
  return {
    engine,
    setEngine,
    url,
    setUrl,
    addressIssue: tried && !address.ok ? address.failure : undefined,
    ca,
    setCa,
    /** The certificate that is in use. */
    storedCa,
    replacingCa,
    setReplacingCa,
    poolSize,
    setPoolSize,
    poolIssue: tried && poolIssue,
    password,
    setPassword,
    tries,
    reads,
    submit,
    unconfirmed,
    other,
    stay: () => setOther(null),
    use,
  };
}
