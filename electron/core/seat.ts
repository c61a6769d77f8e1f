/** Settings of this seat: name, language and appearance. */
import { failed, ok, type Result } from '#shared/failure.ts';
import type { SeatSettings } from '#shared/seat/settings.ts';
import { refusedBy, ruledSettings, settingsRefusal } from '#electron/core/policy/enforcement.ts';
import type { Policy } from '#electron/core/policy/policy.ts';
import type { Emit } from '#electron/core/ports/host.ts';
import { tryToWrite, type DocumentStore } from '#electron/core/ports/stored-documents.ts';

export type Seat = ReturnType<typeof createSeat>;

/** @param defaults settings of a new seat */
export function createSeat(
  store: DocumentStore<SeatSettings>,
  defaults: SeatSettings,
  emit: Emit,
  policy: Pick<Policy, 'language' | 'issue'>,
) {
  let settings = ruledSettings(store.read() ?? defaults, policy);
  return {
    /** Returns the settings in force, with what the company's policy fixes. */
    settings: (): SeatSettings => settings,
    /** Fails as `set-by-policy` for another value than the policy's. */
    save(next: SeatSettings): Result<SeatSettings> {
      const rule = settingsRefusal(policy, settings, next);
      if (rule !== null) return failed(refusedBy(rule));
      const kept = tryToWrite(() => store.write(next));
      if (!kept.ok) return kept;
      settings = next;
      emit('seat.changed', {});
      return ok(next);
    },
  };
}
