/** Ranges of days that are asked for most, by name. Each is counted from the day on which it is used. */
export const dayPresets = ['today', 'yesterday', 'week', 'month', 'lastMonth'] as const;
export type DayPreset = (typeof dayPresets)[number];
