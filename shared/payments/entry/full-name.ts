/** Divides a full name, as callers say it, into first and last name. Spanish names have two of each. Pure. */

export interface DividedName {
  readonly first: string;
  readonly last: string;
}

/** Words that belong to the next one: “de la Cruz”, “San Martín”, “van Dyck”. */
const joining = new Set(
  'da das de del den der di do dos du el la las le los mac mc san santa santo st van vander von y'.split(' '),
);

/**
 * Second given names of Panama, without accents. One of them in the second place belongs to the first name: “María José Castillero”.
 * Names that are as often a surname, such as Martín, are not among them.
 */
const givenNames = new Set(
  (
    'adriana alberto alejandra alejandro alfredo alicia amelia ana andrea andres angel angela angelica antonio antonia arturo ' +
    'beatriz carlos carmen carolina cecilia cesar clara cristina daniel daniela david diana eduardo elena elisa elizabeth ' +
    'emilio enrique ernesto esperanza esteban eugenia eva felipe fernanda fernando francisca francisco gabriel gabriela gloria ' +
    'graciela guadalupe guillermo gustavo hector hugo ignacio ines irene isabel isabella itzel ivan javier jesus joaquin jorge ' +
    'jose josefina juan juana julia juliana julieta julio karina karla laura leonor leticia lucia luis luisa luz magdalena ' +
    'manuel manuela marcela marcelo margarita maria mariana mario marta mercedes michelle miguel milagros monica natalia nicole ' +
    'octavio olga oscar pablo paola patricia paula paulina pedro pilar rafael ramon raquel raul rebeca ricardo roberto rocio ' +
    'rodrigo rosa rosario ruben sara sebastian sergio silvia sofia stephanie susana teresa valentina valeria vanessa veronica ' +
    'victor victoria virginia xiomara yolanda'
  ).split(' '),
);

/** Given names only with what joins them: “María de los Ángeles”. Ángeles and Mar alone are surnames too. */
const joinedNames = new Set([
  'de los angeles',
  'de los remedios',
  'de las nieves',
  'de lourdes',
  'del mar',
  'del socorro',
]);

const bare = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Joins each joining word to the word that it belongs to. */
function partsOf(words: readonly string[]): readonly string[] {
  const parts: string[] = [];
  let open = '';
  for (const [index, word] of words.entries()) {
    open = open === '' ? word : `${open} ${word}`;
    if (joining.has(bare(word)) && index < words.length - 1) continue;
    parts.push(open);
    open = '';
  }
  return parts;
}

const isGiven = (part: string | undefined): boolean =>
  part !== undefined && (joinedNames.has(bare(part)) || givenNames.has(bare(part.split(' ').at(-1) ?? '')));

/** Returns how many of the parts are the first name. Zero when all may be. */
function firstParts(parts: readonly string[]): number {
  if (parts.length < 2) return 0;
  // “María José” alone may be a first name whose last name is still to come.
  if (parts.length === 2) return isGiven(parts[1]) ? 0 : 1;
  if (parts.length === 3) return isGiven(parts[1]) ? 2 : 1;
  return parts.length - 2;
}

/**
 * Returns first and last name; null when the text is one name only, or may be. A comma divides by itself: “Pérez, Ana”.
 * Keeps every word as typed and in its order.
 */
export function dividedName(text: string): DividedName | null {
  if (/[\p{N}@]/u.test(text)) return null;
  const said = text.split(',').map((part) => part.trim().split(/\s+/u).filter(Boolean));
  const [before = [], after = []] = said;
  if (said.length === 2 && before.length > 0 && after.length > 0) {
    return { first: after.join(' '), last: before.join(' ') };
  }
  if (said.length > 1) return null;
  const parts = partsOf(before);
  const count = firstParts(parts);
  return count === 0 ? null : { first: parts.slice(0, count).join(' '), last: parts.slice(count).join(' ') };
}
