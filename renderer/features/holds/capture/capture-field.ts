/** Whether a capture raises the question of the undocumented field (section 4.2). */
import type { Hold } from '#shared/ledger/holds.ts';
import type { ProfileView } from '#shared/seat/merchant.ts';

export interface FieldQuestion {
  readonly profileId: string;
  readonly field: string;
}

/** The first question that the holds raise: live, over the form interface, by a profile whose field nobody has confirmed. */
export function questionOf(holds: readonly Hold[], profiles: readonly ProfileView[]): FieldQuestion | null {
  for (const { authorization } of holds) {
    if (authorization.family !== 'form' || authorization.environment !== 'production') continue;
    const profile = profiles.find((view) => view.profile.id === authorization.profileId)?.profile;
    if (profile !== undefined && !profile.captureTokenFieldConfirmed) {
      return { profileId: profile.id, field: profile.captureTokenField };
    }
  }
  return null;
}
