/** Settings of this seat: its name, language and look. */
import { failed, ok, type Result } from '#shared/failure.ts';
import { firstSettings, type SeatSettings } from '#shared/seat/settings.ts';
import type { Emit, SeatStore } from './ports.ts';

export interface Seat {
  settings(): SeatSettings;
  save(settings: SeatSettings): Result<SeatSettings>;
  /** Where a damaged file of settings was kept; null when there was none. */
  readonly keptFile: string | null;
}

export interface SeatParts {
  readonly store: SeatStore;
  /** What a new seat starts with. */
  readonly defaults: SeatSettings;
  readonly emit: Emit;
}

export function createSeat({ store, defaults, emit }: SeatParts): Seat {
  let settings = store.read() ?? defaults;
  return {
    keptFile: store.keptFile,
    settings: () => settings,
    save(next) {
      try {
        store.write(next);
      } catch (error) {
        return failed({ kind: 'file', detail: error instanceof Error ? error.message : String(error) });
      }
      settings = next;
      emit('seat.changed', {});
      return ok(next);
    },
  };
}

/** @returns the settings of a new seat; @param locale of the system, such as `es-PA`; @param machine its name */
export const newSeat = (locale: string, machine: string): SeatSettings => firstSettings({ locale, machine });
