/**
 * Recognizes texts with which a service refuses a request before it does anything: a validator's whole sentence about an
 * argument. Its grammar is closed, because a text that follows a charge looks the same but for its end: `email is invalid,
 * payment completed` (field notes).
 */
import { catalogues } from '#shared/locales/catalogues.ts';
import type { HeaderCode } from '#shared/payments/header-codes.ts';
import { publishedCode } from '#shared/seat/training-codes.ts';
import { reportsSuccess } from '#shared/payments/refusals/reason-text.ts';
import { operationTable, type Operation } from '#shared/payments/operations.ts';
import { withoutAccents } from '#shared/without-accents.ts';
import { ownArguments, referringArguments } from './argument-names.ts';

/** Texts of bad input and of a bad merchant code that the field notes have seen. */
const known: ReadonlySet<string> = new Set([
  'credit card number lenght fail check',
  'wrong access data/company processing not authorized',
]);

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
]);

const must = '(?:must|should|has to|have to|debe|deben|tiene que)';
const exceeds = '(?:exceeds|supera|excede)';
const quote = `["'\`]?`;
const article = '(?:(?:the|your|el|la|los|las|su) )?';
const kind =
  '(?:fields?|arguments?|parameters?|params?|values?|campos?|argumentos?|parametros?|valor(?:es)?|datos?|formato)';

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
/** A limit or a plain number. */
const measure = `(?:${bound} )?${count}${unit}?`;

const faulty =
  '(?:required|mandatory|missing|empty|blank|null|invalid|incorrect|wrong|malformed|not valid|not present|not allowed|' +
  'too (?:short|long|large|small)(?: or (?:short|long|large|small))?|' +
  // `MAXIMUN` as the service spells it
  '(?:below|above|(?:less|lower|greater|higher|more) than) (?:the )?(?:minimum|maximum|maximun)(?: [0-9]{1,6}(?:[.,][0-9]{1,2})?)?|' +
  'requerid[oa]s?|obligatori[oa]s?|invalid[oa]s?|incorrect[oa]s?|vaci[oa]s?|no valid[oa]s?|' +
  'demasiado (?:cort|larg|grande|pequen)[oa]?)';
const filler = '(?:empty|blank|null|missing|zero|negative|vaci[oa]s?|nul[oa]s?|cero|negativ[oa]s?)';
const noun =
  '(?:number|integer|decimal(?: with (?:a )?point)?|string|text|boolean|date|e-?mail(?: address)?|address|ip(?: address)?|amount|' +
  'value|object|json object|array|list|digits?|letters?|application/json|numero|numeros|numeric[oa]|entero|texto|cadena|fecha|' +
  'correo(?: electronico)?|direccion(?: ip)?|valor|objeto|lista|digitos|letras|numeric|alphanumeric|positive|positiv[oa])';
/** `a valid e-mail address`, `a number with at most two decimals`, `3 digitos`. */
const expected =
  `(?:(?:an? |un |una )?(?:valid |whole |positive |only |solo )*${noun}(?: (?:valid|positiv|enter)[oa])?(?: (?:with|con|of|de) ${limit})?|` +
  `${measure})`;

const tail = `(?:,? ?[(]?${limit}[)]?)?`;
/** What a sentence says of the argument that it begins with. */
const ends = [
  // `amount is required`, `El apellido es demasiado largo (max. 25)`
  ` (?:(?:is|are|was|es|son|esta) )?${faulty}${tail}`,
  // `cardInformation.cvv is not a number`, `El número de tarjeta no es válido`, `expMonth must be two digits`
  ` (?:(?:is|are|was) not|no es|no son|${must} (?:be|have|contain|ser|tener|contener|estar)) ${expected}`,
  ' no (?:es|son|esta) (?:valid|presente|permitid)[oa]?s?',
  ` (?:must|should|can ?|may) ?not be ${filler}`,
  ` no (?:puede|debe) (?:ser|estar|quedar) ${filler}`,
  // `El monto supera el máximo (max 500)`
  ` ${exceeds} (?:${article}(?:maximum|maximun|limit|maximo|limite)(?: length)?${tail}|${measure})`,
  ' (?:has an? (?:invalid|wrong|incorrect) (?:format|length|value)|no (?:cumple|tiene) (?:con )?(?:el |un )?formato(?: correcto| valido| esperado)?)',
  // `CVV2 fail check`, `card number length check fail`
  ` (?:(?:format|formato|leng(?:th|ht)|longitud) )?(?:fails? check|failed check|check fail(?:s|ed|ure)?|(?:is )?${faulty})`,
].map((end) => new RegExp(`${end}$`));

/** Tells whole sentences about one of the arguments. The ends are shared, because compiling them takes most of the time. */
function sentencesAbout(names: string): (text: string) => boolean {
  const named = `${quote}(?:cardinformation\\.)?(?:${names})${quote}`;
  const listed = `${named}(?:(?:,|,? (?:and|y|or|o)) ${named}){0,9}`;
  const whole = (shape: string) => new RegExp(`^(?:[0-9]{3}[ :-]+)?${shape}$`);
  const subject = whole(`${article}(?:${kind} )?(?:(?:for|of|de|del) )?${article}${listed}(?: ${kind})?:?`);
  // `taxAmount exceeds amount`
  const compared = new RegExp(` ${exceeds} ${named}$`);
  // `missing: email, phone`, `Invalid value for field "amount"`, `Falta el campo correo electronico`
  const listing = whole(
    `(?:missing(?: required)?|invalid|wrong|incorrect|empty|malformed|required|formato invalido|faltan?|invalid[oa]s?)(?: ${kind})?(?: (?:for|of|in|de|del|en))?(?: (?:the|el|la))?(?: ${kind})?:? ${listed}`,
  );
  // An argument that the operation does not take
  const strange = whole(
    `(?:(?:unknown|unexpected|unrecogni[sz]ed) (?:field|property|argument|parameter)|not a field of this operation|campo desconocido):? ${named}`,
  );
  return (text) =>
    listing.test(text) ||
    strange.test(text) ||
    [...ends, compared].some((end) => subject.test(text.slice(0, Math.max(0, text.search(end)))));
}

/** Sentences about the arguments that each kind of request has, by what the operation refers to. */
const referring = sentencesAbout(`${ownArguments}|${referringArguments}`);
const sentences = { nothing: sentencesAbout(ownArguments), hold: referring, charge: referring, card: referring };

/** Words that may join those of a code, in both languages. */
const joining =
  'a already an and are be by code codigo el en error es for in is la las lo los no not of on or para por se su the this to ' +
  'transaccion transaction tx un una was with y ya your';

const wordsOf = (text: string): readonly string[] =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Returns the words in which a code is told: the service's, ours, and those that may join them. */
function wordsOfCode(code: HeaderCode): ReadonlySet<string> {
  const published = publishedCode(Number(code))?.text ?? '';
  const ours = Object.values(catalogues).map(({ service }) => service.code[code]);
  return new Set(wordsOf([published, ...ours, joining].join(' ')));
}

/** Longest text of a validator. */
const longest = 160;

/** Returns the text without accents, in lower case, on one line, without marks around it. */
const plain = (text: string): string =>
  withoutAccents(text)
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/^[\s*¡!.:-]+|[\s*!.:]+$/g, '');

/** True for a text that says nothing but that there was an error. */
export const isGeneral = (text: string): boolean => general.has(plain(text));

const names = (text: string, operation: Operation): boolean =>
  known.has(text) || sentences[operationTable[operation].refersTo](text);

/**
 * Returns the text that proves a refusal: a validator's whole sentence about an argument of the request.
 * @param texts all that the answer says. Null when another one of them says anything at all.
 */
export function provingText(texts: readonly string[], operation: Operation): string | null {
  if (texts.some((text) => text.length > longest)) return null;
  const others = texts.filter((text) => !isGeneral(text));
  return others.every((text) => names(plain(text), operation)) ? (others[0] ?? null) : null;
}

/** One clause of plain words: without figures, and without marks behind which something else could follow. */
const oneClause = /^[\p{L}\p{M} '’/_-]*$/u;

const negation = 'no|not|nao|never|nunca|cannot|sin|without';
/** Words and phrases that refuse by themselves, those of banks too. An error and a failure may come after a charge. */
const refusing =
  'cancell?ed|invalid[ao]?s?|wrong|incorrect[ao]?s?|malformed|missing|faltan?|requir(?:ed|es)|requerid[ao]s?|exce(?:eds?|eded|de|dido)|' +
  'supera|limit(?:s|ed|e|ado)?|decline[ds]?|declinad[ao]s?|denied|denegad[ao]s?|negad[ao]s?|refused|reject(?:ed|s)?|rechazad[ao]s?|' +
  'suspend(?:ed|ido)|expired|expirad[ao]s?|vencid[ao]s?|caducad[ao]s?|disabled|desactivad[ao]s?|deshabilitad[ao]s?|inactiv[ao]|inactive|unknown (?:card|merchant|user)|' +
  '(?:comercio|tarjeta|usuario) desconocid[ao]|un(?:supported|available|authori[sz]ed)|fraud|fraude|insufficient|insuficientes?|' +
  'block(?:ed)?|bloquead[ao]s?|restrict(?:ed|ion)|restringid[ao]s?|forbidden|prohibid[ao]|stolen|robad[ao]|lost card|' +
  'tarjeta (?:perdida|extraviada)|pick up|mismatch|bad|black ?listed|lista negra|risk|riesgo|call your bank|' +
  'llam[ea] a su banco|contact(?:e a)? (?:your|su) (?:bank|issuer|banco)|comuniquese con su banco|refer to (?:card )?issuer|' +
  'try another card|intente con otra tarjeta|mayor|menor|above|below|maximum|maximo|minimum|minimo|(?:too|muy) (?:high|low|alto|bajo)';
const refuses = new RegExp(`\\b(?:${negation}|${refusing})\\b`);
const auxiliary = 'is|are|was|were|be|been|has|have|es|son|esta|fue|ha|sido|se';
/** `not declined`, `no fue rechazado`, `sin errores`: one word takes the other back. */
const doubled = new RegExp(
  `\\b(?:${negation})(?: (?:${auxiliary}))* (?:${refusing}|err(?:ors?|ores)|fail\\w*|fall\\w*)\\b`,
);
/**
 * Words of a payment that was taken, and what takes them back. They refuse right behind a negation alone: `Pago aprobado con correo no
 * válido` negates another word.
 */
const notGranted = new RegExp(
  `\\b(?:no|not|nao|never|nunca|cannot)(?: (?:${auxiliary}|could|can|would|pudo|puede))* ` +
    '(?:accept(?:ed)?|acept(?:a|ad[ao]s?|ar)|approved?|aprob(?:ad[ao]s?|ar)|authori[sz]ed?|autoriz(?:a|ad[ao]s?|ar)|' +
    'found|encontrad[ao]s?|registered|registrad[ao]s?|recogni[sz]ed|reconocid[ao]s?|allowed|permitid[ao]s?)\\b',
  'g',
);
/** Words that tell of a charge in any other place: `pago` may be `pagó`, and `debito` `debitó`. */
const inPlace = new RegExp(
  '(?:^|\\b(?:el|del?|al|su|un|este|con|para|tarjetas?) )(?:pago|debito)\\b|' +
    '(?<=\\b(?:al|than|maxim(?:o|um)|minim(?:o|um)|limite?)) (?:allowed|permitid[ao])\\b',
  'g',
);
const paid = /(?:pag|debit)o\u0301/iu;
/**
 * What a refusal may speak of besides: arguments, parties, limits, and what was not granted. Any other word may tell of what came
 * before it: `error saving data`, `charge not reversed`.
 */
const spokenOf =
  'acces[so]|account|active|activ[ao]|al|alto|amount|another|apellido|bajo|balance|banco|bank|black|brand|call|campos?|cards?|clave|codes?|coincide|comercio|comuniquese|con|configur(?:ed|ado|ar)|' +
  'contacte?|correct[ao]?|correo|corto|credentials?|credenciales|credit|credito|cuenta|currency|cvc2?|cvv2?|daily|date|datos|day|de|debit|' +
  'del|desconocid[ao]|dia|diari[ao]|do|does|e|electronico|email|emisor|enabled|exists?|existe|expiration|expiry|extraviada|fecha|' +
  'fields?|first|fondos|format|formato|funds|ha|habilitad[ao]|high|honou?r|honrar|importe|intente|issuer|keys?|largo|last|length|lista|' +
  'llam[ea]|llave|long|longitud|lost|low|mail|marca|merchant|mes|moneda|monthly?|monto|muy|name|negra|nombre|numbers?|numero|otra|password|' +
  'payment|perdida|phone|pick|refer|saldo|security|seguridad|session|' +
  'sesion|short|soportad[ao]|sospecha|supported|suspected|tarjeta|telefono|than|tipo|too|tope|try|type|unknown|up|user|usuario|' +
  'valid[ao]?|value|valor|vencimiento';
const plainWord = new RegExp(`^(?:${negation}|${refusing}|${spokenOf})$`);

/**
 * True when no text contradicts a refusal that its code proves: each says what the code says, nothing, or a validator's
 * sentence. The description may be another clause that refuses, in words of refusals alone. Other texts may repeat it.
 */
export function agreesWithCode(
  code: HeaderCode,
  description: string | null,
  others: readonly string[],
  operation: Operation,
): boolean {
  const said = plain(description ?? '');
  const own = wordsOfCode(code);
  const published = publishedCode(Number(code))?.text ?? '';
  const agrees = (text: string): boolean =>
    (wordsOf(text).every((word) => own.has(word)) && !claimsSuccess(text, published)) ||
    isGeneral(text) ||
    provingText([text], operation) !== null;
  const told = said.replaceAll(notGranted, 'denied').replaceAll(inPlace, '');
  const refusesPlainly =
    oneClause.test(said) &&
    refuses.test(told) &&
    !doubled.test(told) &&
    !reportsSuccess(told) &&
    !paid.test((description ?? '').normalize('NFD')) &&
    wordsOf(told).every((word) => own.has(word) || plainWord.test(word));
  return (refusesPlainly || agrees(said)) && others.every((text) => plain(text) === said || agrees(text));
}

/** True for success in the words of a code that speaks of none: `Transaction processed by cardholder` beside 60004. */
const claimsSuccess = (text: string, published: string): boolean =>
  reportsSuccess(text) && !refuses.test(plain(text)) && !reportsSuccess(published);
