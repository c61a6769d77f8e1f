/** Compares names as people sort them: without regard to capitals and accents, and `Branch 2` before `Branch 10`. */
export const { compare: compareNames } = new Intl.Collator('es', { sensitivity: 'base', numeric: true });
