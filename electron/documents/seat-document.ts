/** `seat.json`: the seat's name, language and look. */
import { seatSettingsSchema, type SeatSettings } from '#shared/seat/settings.ts';
import type { DocumentDefinition } from './versioned-document.ts';

/** @param defaults the settings of a new seat: they depend on the machine */
export const seatDocument = (defaults: SeatSettings): DocumentDefinition<SeatSettings> => ({
  name: 'seat',
  schema: seatSettingsSchema,
  defaults,
  steps: [],
  firstVersion: 'unnumbered',
});
