/**
 * Recognizes texts with which a service refuses a request before it does anything: a validator's whole sentence about an
 * argument. Its grammar is closed, because a text that follows a charge looks the same but for its end: `email is invalid,
 * payment completed` (field notes).
 */
import type { HeaderCode } from '#shared/payments/header-codes.ts';
import { publishedCode } from '#shared/seat/training-codes.ts';
import { reportsSuccess } from '#shared/payments/refusals/reason-text.ts';
import { operationTable, type Operation } from '#shared/payments/operations.ts';
import { merchantWords, ownArguments, referringArguments } from './argument-names.ts';
import { namesRefusal, refusesPlainly, takesBack, tellsPaid, tellsValid } from './plain-refusal.ts';
import { plain, plainWords, restored } from './plain-text.ts';

/** Texts of bad input and of a bad merchant code that the field notes have seen. */
const known: ReadonlySet<string> = new Set([
  'credit card number lenght fail check',
  'wrong access data/company processing not authorized',
]);

/** Only of a merchant: that a mailbox doesn't exist is heard after the charge. */
const unknownMerchant = new RegExp(
  `^(?:(?:the|el) )?(?:cclw|${merchantWords}) (?:(?:is |was )?not (?:found|registered)|does not exist|no (?:existe|(?:fue |esta )?(?:encontrado|registrado)))$`,
);

/** The expiry date is over: the one fault that is told of the card itself and is one of an argument. */
const outdated =
  /^(?:(?:(?:your|the|la|su) )?(?:credit )?(?:card|tarjeta)(?: is| has| esta| ha)? (?:expired|vencid[ao]|caducad[ao]|expirad[ao])|expired card)$/;

/** Texts that say nothing, which may stand beside the sentence that proves. */
const general: ReadonlySet<string> = new Set([
  'there was an error',
  'general error',
  'error general',
  'hubo un error',
  'error',
  'unknown error',
  'error desconocido',
  'failed',
  'transaction failed',
  'transaccion fallida',
  'no data',
  'validation failed',
  'validation error',
]);

const must = '(?:must|should|has to|have to|debe|deben|tiene que)';
const exceeds = '(?:exceeds|supera|excede)';
const quote = `["'\`[\\]]?`;
const article = '(?:(?:the|your|el|la|los|las|su) )?';
const kind =
  '(?:fields?|arguments?|parameters?|params?|values?|campos?|argumentos?|parametros?|valor(?:es)?|datos?|formato?|leng(?:th|ht)|longitud)';

const unit =
  '(?: (?:characters?|chars?|digits?|letters?|numbers?|decimals?|decimal places|caracteres|digitos?|letras?|decimales))';
const count =
  '(?:[0-9]{1,6}(?:[.,][0-9]{1,2})?|zero|one|two|three|four|five|six|eight|ten|sixteen|cero|uno?|una|dos|tres|cuatro|cinco|seis|ocho|diez|dieciseis)';
const comparison =
  '(?:(?:greater|higher|more|larger|longer|less|lower|fewer|smaller|shorter) than(?: or equal to)?|at (?:least|most)|up to|exactly|' +
  '(?:mayor(?:es)?|menor(?:es)?) (?:que|a|o igual (?:que|a))|(?:mas|menos) de|al menos|como (?:maximo|minimo)|hasta)';
const bound =
  `(?:${comparison}|(?:between|entre) ${count} (?:and|y)|` +
  '(?:min(?:imum|imo)?|max(?:imum|imun|imo)?|limit|limite)\\.?(?: (?:is|length|value|es|de|of))?:?)';
/** `greater than 0`, `at most 25 characters`, `between 3 and 4 digits`, `(min. 1.00)`. */
const limit = `(?:${bound} ${count}${unit}?|${count}${unit})`;
/** `1.00`, `B/. 1,000.00`, `500 USD` */
const money = '(?:(?:b/\\.|usd|\\$) ?)?[0-9]{1,3}(?:,?[0-9]{3}){0,2}(?:[.,][0-9]{2})?(?: usd)?';
const measure = `(?:${bound} )?${count}${unit}?`;

const faulty =
  '(?:required|mandatory|missing|empty|blank|null|invalid|incorrect|wrong|malformed|not (?:valid|present|allowed|supported)|' +
  'too (?:short|long|large|small)(?: or (?:short|long|large|small))?|' +
  // `MAXIMUN` as the service spells it
  '(?:below|above|(?:less|lower|greater|higher|more) than) (?:the )?(?:minimum|maximum|maximun)(?: [0-9]{1,6}(?:[.,][0-9]{1,2})?)?|' +
  'requerid[oa]s?|obligatori[oa]s?|invalid[oa]s?|incorrect[oa]s?|vaci[oa]s?|no (?:valid|soportad)[oa]s?|' +
  'demasiado (?:cort|larg|grande|pequen)[oa]?)';
const filler = '(?:empty|blank|null|missing|zero|negative|vaci[oa]s?|nul[oa]s?|cero|negativ[oa]s?)';
const noun =
  '(?:number|integer|decimal(?: with (?:a )?point)?|string|text|boolean|date|e-?mail(?: address)?|address|ip(?: address)?|amount|' +
  'value|object|json object|array|list|digits?|letters?|application/json|numero|numeros|numeric[oa]|entero|texto|cadena|fecha|' +
  '(?:direccion de )?correo(?: electronico)?|direccion(?: ip)?|valor|objeto|lista|digitos|letras|numeric|alphanumeric|positive|positiv[oa])';
/** `a valid e-mail address`, `a number with at most two decimals`, `3 digitos`. */
const expected =
  `(?:(?:an? |un |una )?(?:valid |whole |positive |only |solo )*${noun}(?: (?:valid|positiv|enter)[oa])?(?: (?:with|con|of|de) ${limit})?|` +
  `${measure})`;

const tail = `(?:,? ?[(]?${limit}[)]?)?`;
const ends = [
  // `amount is required`, `El apellido es demasiado largo (max. 25)`
  ` (?:(?:is|are|was|es|son|esta) )?${faulty}${tail}`,
  // `cardInformation.cvv is not a number`, `El número de tarjeta no es válido`, `expMonth must be two digits`
  ` (?:(?:is|are|was) not|no es|no son|${must} (?:be|have|contain|ser|tener|contener|estar)) ${expected}`,
  ' no (?:es|son|esta) (?:valid|presente|permitid)[oa]?s?',
  ` (?:must|should|can ?|may) ?not be ${filler}`,
  ` no (?:puede|debe) (?:ser|estar|quedar) ${filler}`,
  // `El monto supera el máximo (max 500)`
  ` ${exceeds} (?:${article}(?:maximum|maximun|limit|maximo|limite)(?: length)?${tail}|${article}${measure})`,
  // `Monto mínimo 1.00`, `El monto máximo permitido es B/. 500.00`
  ` (?:min(?:imum|imo)?|max(?:imum|imun|imo)?)\\.?(?: (?:allowed|permitido))?(?: (?:is|es|de))?:? ${money}`,
  ' (?:has an? (?:invalid|wrong|incorrect) (?:format|length|value)|no (?:cumple|tiene) (?:con )?(?:el |un )?formato(?: correcto| valido| esperado)?)',
  // `CVV2 fail check`, `card number length check fail`
  ` (?:(?:format|formato|leng(?:th|ht)|longitud) )?(?:fails? check|failed (?:luhn )?check|check fail(?:s|ed|ure)?|(?:is )?${faulty})`,
].map((end) => new RegExp(`${end}$`));

/** Tells whole sentences about one of the arguments. The ends are shared, because compiling them takes most of the time. */
function sentencesAbout(names: string): (text: string) => boolean {
  const named = `${quote}(?:cardinformation\\.)?(?:${names})${quote}`;
  const listed = `${named}(?:(?:,|,? (?:and|y|or|o)) ${named}){0,9}`;
  const whole = (shape: string) => new RegExp(`^(?:[0-9]{3}[ :-]+)?${shape}$`);
  const subject = whole(`${article}(?:${kind} )?(?:(?:for|of|de|del) )?${article}${listed}(?: ${kind})?:?`);
  const extreme = whole(`${article}(?:min|max)imum(?: allowed)? ${named}(?: is)?:? ${money}`);
  // `taxAmount exceeds amount`
  const compared = new RegExp(` ${exceeds} ${named}$`);
  // `missing: email, phone`, `Invalid value for field "amount"`, `Falta el campo correo electronico`
  const listing = whole(
    `(?:${kind} )?(?:missing(?: required)?|invalid|wrong|incorrect|empty|malformed|required|requerid[oa]s?|obligatori[oa]s?|formato invalido|faltan?|faltantes?|invalid[oa]s?)(?: ${kind}(?: (?:requerid|obligatori)[oa]s)?)?(?: (?:for|of|in|de|del|en))?(?: (?:the|el|la))?(?: ${kind})?:? ${listed}(?: ${kind})?`,
  );
  // An argument that the operation does not take
  const strange = whole(
    `(?:(?:unknown|unexpected|unrecogni[sz]ed) (?:field|property|argument|parameter)|not a field of this operation|campo desconocido):? ${named}`,
  );
  return (text) =>
    listing.test(text) ||
    extreme.test(text) ||
    strange.test(text) ||
    [...ends, compared].some((end) => subject.test(text.slice(0, Math.max(0, text.search(end)))));
}

const referring = sentencesAbout(`${ownArguments}|${referringArguments}`);
const sentences = { nothing: sentencesAbout(ownArguments), hold: referring, charge: referring, card: referring };

/** Words that may join those of a code, in both languages. */
const joining =
  'a already an and are be by code codigo de el en error es for in is la las lo los no not of on or para por se su the this to ' +
  'transaccion transaction tx un una was with y ya your';
const joins: ReadonlySet<string> = new Set(plainWords(joining));

/** Words of codes that services translate. None that alone tells of a payment that stands: `ya pago`, `llegó`. */
const translated: { readonly [Code in HeaderCode]?: string } = {
  '602': 'argumentos datos parametros campos faltantes incompletos',
  '612': 'duplicate duplicated duplicada duplicado repetida repetido operacion',
  '620': 'relacionada referencia authorization autorizacion codoper has ha expired expirada vencida vencio',
  '621': 'declined rechazada rechazado related relacionada referencia fue',
  '622': 'capturada capturado esta fue hold preautorizacion',
  '623': 'reversada reversado referencia relacionada esta fue',
  '625': 'accion reversa reversal reverso',
  '626': 'del fuera plazo reversa reversal reverso reversar tiempo vencio',
  '627': 'reversa reversal reverso',
  '628': 'fondos retenidos reversa reversal reverso',
  '652': 'reclamo disputa contracargo chargeback dispute abierto open referencia relacionada tiene',
  '660': 'detectadas',
  '661': 'anulada anulado referencia relacionada esta fue',
  '60004': 'completed completo procesada tarjetahabiente',
};
/** A payment as a noun: `Pago duplicado`, and not `ya pago`. */
const payment = /^(?:el )?pago (?=(?:duplicad|repetid|relacionad)[ao]\b|de referencia\b)/;

/** Returns the words in which a code is told: the service's, and those that may join them. */
const wordsOfCode = (code: HeaderCode): ReadonlySet<string> =>
  new Set(plainWords([publishedCode(Number(code))?.text, translated[code], joining].join(' ')));

/** Returns the text without the advice behind it. Alone it may be said of a payment that stands. */
const withoutAdvice = (text: string): string =>
  text.replace(
    /(?:[.,;:]|(?<=\w) (?:and|y|e)) ?(?:please |por favor,? )?(?:do not retry|no reintent(?:e|ar)|(?:try|intente) (?:again|de nuevo|nuevamente)|(?:wait|espere) \d{1,2} minut(?:e|o)s)[\s.!]*$/i,
    '',
  );

/** Longest text of a validator. */
const longest = 160;
/** Longest text beside a refusing code that is believed. Some of its patterns take the square of its length. */
const longestBeside = 300;

/** True for a text that says nothing but that there was an error. */
export const isGeneral = (text: string): boolean => text.length <= longest && general.has(plain(text));

const names = (text: string, operation: Operation): boolean =>
  known.has(text) ||
  unknownMerchant.test(text) ||
  outdated.test(text) ||
  sentences[operationTable[operation].refersTo](text);

/**
 * Returns the text that proves a refusal: a validator's whole sentence about an argument of the request.
 * @param texts all that the answer says. Null when another one of them says anything at all.
 */
export function provingText(texts: readonly string[], operation: Operation): string | null {
  if (texts.some((text) => text.length > longest)) return null;
  const others = texts.filter((text) => !isGeneral(text));
  return others.every((text) => names(plain(text), operation)) ? (others[0] ?? null) : null;
}

/**
 * True when no text contradicts a refusal that its code proves: each says what the code says, nothing, a validator's sentence, or
 * refuses in words of refusals alone. A list of arguments alone is that of the missing or wrong ones.
 */
export function agreesWithCode(code: HeaderCode, texts: readonly string[], operation: Operation): boolean {
  const own = wordsOfCode(code);
  const published = publishedCode(Number(code))?.text ?? '';
  // `Transaction processed by cardholder` beside 60004 has its words, but not its sense, and so has `Card number valid` beside 605.
  const repeats = (text: string): boolean => {
    const words = plainWords(plain(text).replace(payment, ''));
    return (
      words.every((word) => own.has(word)) &&
      (words.length === 0 || words.some((word) => !joins.has(word))) &&
      !takesBack(text) &&
      !tellsPaid(text) &&
      (namesRefusal(text) || !(tellsValid(text) || reportsSuccess(text)) || reportsSuccess(published))
    );
  };
  if (texts.some((text) => text.length > longestBeside)) return false;
  return texts
    .map((text) => withoutAdvice(restored(text)))
    .every(
      (text) =>
        repeats(text) ||
        isGeneral(text) ||
        refusesPlainly(text, own) ||
        [text, `missing: ${text}`].some((sentence) => provingText([sentence], operation) !== null),
    );
}
