/** Settings of this seat: name, language and appearance. */
import { failed, ok, type Result } from '#shared/failure.ts';
import { firstSettings, type SeatSettings } from '#shared/seat/settings.ts';
import { refusedBy, ruledSettings, settingsRefusal } from '#electron/core/policy/enforcement.ts';
import type { Policy } from '#electron/core/policy/policy.ts';
import type { Emit } from '#electron/core/ports/host.ts';
import { writeFailure, type DocumentStore } from '#electron/core/ports/stored-documents.ts';

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
      try {
        store.write(next);
      } catch (error) {
        return failed(writeFailure(error));
      }
      settings = next;
      emit('seat.changed', {});
      return ok(next);
    },
  };
}

/** @returns the settings of a new seat; @param locale of the system, such as `es-PA`; @param machine its name */
export const newSeat = (locale: string, machine: string): SeatSettings => firstSettings({ locale, machine });
