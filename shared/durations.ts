/** Lengths of time in milliseconds. */

export const oneSecond = 1_000;
export const oneMinute = 60 * oneSecond;
export const oneHour = 60 * oneMinute;
/** 24 hours; a day with a change of the clock is longer or shorter. */
export const oneDay = 24 * oneHour;
