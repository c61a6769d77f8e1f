/** Lengths of time in milliseconds. */

export const oneSecond = 1_000;
export const oneMinute = 60 * oneSecond;
export const oneHour = 60 * oneMinute;
/** 24 hours. A day with a daylight saving change is longer or shorter. */
export const oneDay = 24 * oneHour;
