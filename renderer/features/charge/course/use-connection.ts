/** The connection to the service ahead of a payment: opened early, watched while it fails, never a wrong alarm. */
import { useEffect, useEffectEvent, useState } from 'react';
import type { Environment } from '#shared/environment.ts';
import { api } from '#renderer/session/api.ts';

/** Pause in ms before a connection that failed is tried again. */
const retryPause = 15_000;

/** When a connection is opened. Null while a payment is under way or has ended. */
export type WarmingStage = 'opened' | 'keyed' | 'review' | null;

/**
 * Opens a connection when the screen opens, at the first key and at the review, so that the customer does not wait for the
 * handshake. Tries again while it fails.
 * @returns the instant since which no connection can be made, in epoch milliseconds; null while there is no sign of that
 */
export function useConnection(merchantId: string, environment: Environment, stage: WarmingStage): number | null {
  const [downSince, setDownSince] = useState<number | null>(null);
  const [about, setAbout] = useState(merchantId);
  if (about !== merchantId) {
    setAbout(merchantId);
    setDownSince(null);
  }

  const isDown = (): void => setDownSince((since) => since ?? Date.now());
  const warm = useEffectEvent((_merchantId: string, _stage: WarmingStage) => {
    const asked = merchantId;
    void api.payments.warm(undefined).then((result) => {
      if (!result.ok || asked !== merchantId) return;
      if (result.value.connection === 'failed') isDown();
      else setDownSince(null);
    });
  });
  useEffect(() => {
    if (stage !== null) warm(merchantId, stage);
  }, [merchantId, stage]);
  useEffect(() => {
    if (downSince === null || stage === null) return;
    const timer = setInterval(() => warm(merchantId, stage), retryPause);
    return () => clearInterval(timer);
  }, [downSince, merchantId, stage]);

  // The practice service runs on this computer and needs no network.
  const watches = environment !== 'training';
  const onOffline = useEffectEvent(isDown);
  const onOnline = useEffectEvent(() => {
    if (stage !== null) warm(merchantId, stage);
    else setDownSince(null);
  });
  useEffect(() => {
    if (!watches) return;
    const offline = (): void => onOffline();
    const online = (): void => onOnline();
    window.addEventListener('offline', offline);
    window.addEventListener('online', online);
    if (!navigator.onLine) offline();
    return () => {
      window.removeEventListener('offline', offline);
      window.removeEventListener('online', online);
    };
  }, [watches]);

  return downSince;
}
