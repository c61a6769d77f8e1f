/** Drops the accents of a text, for comparisons of words that people and services write with or without them. */
export const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');
