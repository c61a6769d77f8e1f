/**
 * Recognizes texts with which a service refuses a request before it does anything: a validator's sentence about one
 * argument. Any other text proves nothing: `There was an error processing credit card` may follow a charge.
 */
import { operationTable, type Operation } from '#shared/payments/operations.ts';
import { withoutAccents } from '#shared/without-accents.ts';

/** Texts of bad input and of a bad merchant code that the field notes have seen. */
const known: ReadonlySet<string> = new Set([
  'credit card number lenght fail check',
  'wrong access data/company processing not authorized',
]);

/** Words about the work that follows the check of the arguments. A text with one of them is never a refusal. */
const afterTheCheck =
  /time(d)? ?out|tiempo de espera|acquir|adquir|\bbank|banco|issuer|emisor|approv|aprobad|authori[sz]|autoriza|declin|denied|rechaz|negad|process|procesa|charg|cobr|capturad?|captured|settl|reserv|connect|conexi|internal|intern[oa]\b|exception|excepcion|database|base de datos|\bserver|servidor|network|\bred\b|gateway|response|respuesta|sav(e|ing)|guarda|retry|reintent|duplica|transac|pending|pendiente|unavailable|no disponible|3-?d ?s/;

/** Arguments of a request in both families, by name on the wire and as people call them. */
const ownArguments = [
  'amount|cmtn|monto|importe|tax ?amount|impuesto|itbms',
  'e-?mail( address)?|correo( electronico)?|phone( number)?|telephone( number)?|telefono|tel|address|direccion',
  'concept|concepto|description|descripcion|cdsc|ip ?check|lang|language|idioma',
  'custom ?field ?values|additional ?data|session ?fraud|card ?information',
  '(credit )?card ?number|ccnum|numero de (la )?tarjeta',
  'exp(iry|iration)? ?(month|year|date)|fecha de (vencimiento|expiracion)|mes de vencimiento|ano de vencimiento',
  'cvv2?|cvc2?|security ?code|codigo de seguridad',
  'first ?name|last ?name|name|nombre|apellidos?|(credit )?card ?type|tipo de tarjeta',
  'cclw|secret ?hash|tx ?type|content-type|body',
];
/** Arguments that name an earlier transaction. A request without one can't have been refused for it. */
const referringArguments = 'cod ?oper|auth ?ref ?num|auth_token';
const quote = `["'\`]?`;
const kind =
  'fields?|arguments?|parameters?|params?|values?|campos?|argumentos?|parametros?|valor(?:es)?|datos?|formato';
const article = 'the|your|el|la|los|las|su';
/** The rest of a validator's sentence: what it expects, in plain characters. */
const rest = `(?:[ ,:;(][a-z0-9 ,.:;()"'/_%+-]{0,80})?`;

const faulty =
  '(?:required|mandatory|missing|empty|blank|null|invalid|incorrect|wrong|malformed|not valid|not present|not allowed|' +
  'too (?:short|long|large|small)(?: or (?:short|long|large|small))?|' +
  // `MAXIMUN` as the service spells it
  '(?:below|above|(?:less|lower|greater|higher|more) than) (?:the )?(?:minimum|maximum|maximun)|' +
  'requerid[oa]|obligatori[oa]|invalid[oa]|incorrect[oa]|vaci[oa]|no valid[oa]|demasiado (?:cort|larg|grande|pequen)[oa]?)';

/** Returns the shapes of a whole sentence about one of the arguments. */
function sentencesAbout(someArguments: readonly string[]): readonly RegExp[] {
  const named = `${quote}(?:[a-z]+\\.)?(?:${someArguments.join('|')})${quote}`;
  const subject = `(?:(?:${article}) )?(?:(?:${kind}) )?(?:(?:for|of|de|del) )?(?:(?:${article}) )?${named}(?: (?:${kind}))?:?`;
  return [
    // `amount is required`, `cardInformation.cvv is not a number`, `El campo email es requerido`
    `${subject} (?:(?:is|are|was|es|son|esta) )?${faulty}${rest}`,
    `${subject} (?:is|are|was) not (?:an?|one|in|of|the|application/json)\\b${rest}`,
    `${subject} (?:no es|no esta|no tiene|no cumple|no puede|no debe|debe|supera|excede|must(?: not)?|should|can ?not|has to|has an?|exceeds|does not)\\b${rest}`,
    `${subject} (?:format|formato|leng(?:th|ht)|longitud)? ?(?:fails? check|failed check|check fail(?:s|ed|ure)?|(?:is )?${faulty})`,
    // `missing: email, phone`, `Invalid value for field "amount"`, `Falta el campo correo electronico`
    `(?:missing(?: required)?|invalid|wrong|incorrect|empty|malformed|required|formato invalido|faltan?|invalid[oa])(?: (?:${kind}))?(?: (?:for|of|in|de|del|en))?(?: (?:${article}))?(?: (?:${kind}))?:? ${named}(?:,? (?:and |y )?${named})*`,
    // A member that the operation does not take, whatever its name
    `(?:(?:unknown|unexpected|unrecogni[sz]ed) (?:field|property|argument|parameter)|not a field of this operation|campo desconocido):? ${quote}[a-z][a-z0-9_.-]{0,39}${quote}`,
  ].map((shape) => new RegExp(`^(?:[0-9]{3}[ :-]+)?(?:${shape})$`));
}

/** Sentences about the arguments that each kind of request has, by what the operation refers to. */
const sentences = {
  nothing: sentencesAbout(ownArguments),
  hold: sentencesAbout([...ownArguments, referringArguments]),
};

/** Longest text of a validator. */
const longest = 160;

/** Returns the text without accents, in lower case, on one line, without marks around it. */
const plain = (text: string): string =>
  withoutAccents(text)
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/^[\s*¡!.:-]+|[\s*!.:]+$/g, '');

/**
 * True when the texts of a refusal prove that the request was refused for an argument of its own: one of them names it as
 * validators do, and none speaks of what comes after.
 */
export function namesArgument(texts: readonly string[], operation: Operation): boolean {
  if (texts.some((text) => text.length > longest)) return false;
  const others = texts.map(plain).filter((text) => !known.has(text));
  if (others.some((text) => afterTheCheck.test(text))) return false;
  const shapes = sentences[operationTable[operation].refersTo];
  return others.length < texts.length || others.some((text) => shapes.some((shape) => shape.test(text)));
}
