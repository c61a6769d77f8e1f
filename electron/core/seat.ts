/** Settings of this seat: name, language and appearance. */
import { failed, ok, type Result } from '#shared/failure.ts';
import { firstSettings, type SeatSettings } from '#shared/seat/settings.ts';
import type { Emit } from '#electron/core/ports/host.ts';
import { writeFailure, type DocumentStore } from '#electron/core/ports/stored-documents.ts';

export interface Seat {
  settings(): SeatSettings;
  save(settings: SeatSettings): Result<SeatSettings>;
}

export interface SeatParts {
  readonly store: DocumentStore<SeatSettings>;
  /** Settings of a new seat. */
  readonly defaults: SeatSettings;
  readonly emit: Emit;
}

export function createSeat({ store, defaults, emit }: SeatParts): Seat {
  let settings = store.read() ?? defaults;
  return {
    settings: () => settings,
    save(next) {
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
