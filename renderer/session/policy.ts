/** The company's policy of this computer, as the screens need it. Main enforces it. */
import type { ManagedPart } from '#shared/policy/policy-rules.ts';
import type { ShownPolicy } from '#shared/policy/shown-policy.ts';
import { useCall } from './api.ts';

/** Counts until the policy has been read, which takes one call. */
const unread: ShownPolicy = { file: null, foreign: null, usable: true, managed: [], ledger: null, merchants: 'any' };

export const usePolicy = (): ShownPolicy => useCall('seat', 'policy', undefined).data ?? unread;

/** True for a part of the settings that can't be changed at the seat. */
export const useIsManaged = (part: ManagedPart): boolean => usePolicy().managed.includes(part);
