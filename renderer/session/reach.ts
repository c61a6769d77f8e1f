/** How far the signed-in operator sees into the recorded payments, for the words of empty lists. */
import { reachOf, type Reach } from '#shared/ledger/reach.ts';
import { useCall } from './api.ts';
import { useSession } from './session.tsx';

export function useReach(): Reach {
  const { operator } = useSession();
  const merchants = useCall('merchants', 'list', undefined).data ?? [];
  return reachOf(
    operator?.role ?? 'cashier',
    merchants.map(({ merchant }) => merchant),
  );
}
