/** `seat.json`: the seat's name, language and appearance. */
import { seatSettingsSchema, type SeatSettings } from '#shared/seat/settings.ts';
import type { DocumentDefinition } from './versioned-document.ts';

/** @param defaults settings of a new seat, which depend on the machine */
export const seatDocument = (defaults: SeatSettings): DocumentDefinition<SeatSettings> => ({
  name: 'seat',
  schema: seatSettingsSchema,
  defaults,
  steps: [],
});
