/** The service's texts that can be the reason of a refusal or of an error. */
import { withoutAccents } from '#shared/without-accents.ts';

/** Texts that report success or say nothing, markup, and remarks of address checks, which also stand beside refusals. */
const noReasons: readonly RegExp[] = [
  /^\W*$/,
  /^\W*(null|undefined|none|n\/?a|true|false|errore?s?|fail(ed|ure)?|fall[ao])\W*$/i,
  /<[a-z!/][^>]*>/i,
  /^\W*(succe(ss|ssful|ssfully|eded)|ok(ay)?|approv(ed|al)|processed|honou?r with id|(transaction|tx) (approved|successful))\W*$/i,
  /^\W*(partial(ly)? approv(ed|al)|(aprobaci[oó]n|aprobad[ao]) parcial(mente)?)\W*$/i,
  /^\W*(aprobad[ao]|aprobaci[oó]n|(con )?[eé]xito|exitos[ao]|procesad[ao]|transacci[oó]n (aprobada|exitosa))\W*$/i,
  /\bavs\b|\bver\w*\.? unavail|\b(addr(ess)?|zip|postal)\b.*\b(mis)?match|\b(addr(ess)?|zip|postal)\b.*\bunavail/i,
  /^\W*((no|not|partial|exact|full|name)[ -]?)?(mis)?match(ed)?\W*$/i,
  /^\W*(zip|addr(ess)?|street|postal)( (no|not|only))?\W*$/i,
];

/** Returns a text that can be a reason; null otherwise. */
export const reasonText = (text: string | null): string | null =>
  text === null || noReasons.some((pattern) => pattern.test(text)) ? null : text.trim();

/** Words of success in both languages and in Portuguese, and words that take it back. */
const success =
  /\b(succe(?:ss|ssful|ssfully|eded)|approv(?:ed|al)|authori[sz]ed|accepted|processed|completed?|captured|charged|billed|paid|settled|debited|deducted|confirmed|(?:payment|charge|sale|transaction)(?: was)? (?:received|posted|applied)|went through|accredited|credited|refunded|done|apro[bv]ad[ao]s?|aprobacion|autorizad[ao]s?|aceptad[ao]s?|exito|exitos[ao]s?|exitosamente|procesad[ao]s?|complet(?:ad)?[ao]s?|capturad[ao]s?|cobrad[ao]s?|pagad[ao]s?|realizad[ao]s?|efec?tuad[ao]s?|debitad[ao]s?|descontad[ao]s?|confirmad[ao]s?|(?:pago|cargo|cobro|debito|monto)(?: fue)? (?:recibido|aplicado)|se aplico (?:el|su) (?:pago|cargo|cobro|debito)|concluid[ao]s?|ejecutad[ao]s?|cargad[ao]s?|abonad[ao]s?|acreditad[ao]s?|facturad[ao]s?|liquidad[ao]s?|reembolsad[ao]s?|estornad[ao]s?|se (?:aprobo|autorizo|acepto|proceso|completo|capturo|cobro|pago|realizo|efectuo|ejecuto|cargo|abono|acredito|facturo|liquido|debito|desconto|reembolso)|(?:thank you|gracias) (?:for|por) (?:your|su) (?:payment|purchase|order|pago|compra|pedido))\b/;
const refusing =
  /\b(no|not|non|nao|nothing|nada|never|cannot|can'?t|couldn'?t|wasn'?t|isn'?t|without|nunca|sin|ni|tampoco|un(?:successful|approved|authori[sz]ed))\b/;

/** True for a text any clause of which reports success and does not take it back. */
export const reportsSuccess = (text: string): boolean =>
  withoutAccents(text)
    .toLowerCase()
    .split(/[.,;:()/|!?]+| - | but | and | pero | y /)
    .some((clause) => success.test(clause) && !refusing.test(clause));

/** Returns a text that can be the reason of a decline: one that nowhere reports success. */
export const declineText = (text: string | null): string | null => {
  const reason = reasonText(text);
  return reason === null || reportsSuccess(reason) ? null : reason;
};

const repeat =
  /\bduplicad[ao]\b|\bduplicated?\b|\brepetid[ao]\b|\b(?:already|previously|ya|(?:previa|anterior)mente)(?: (?:been|was|is|has|fue|ha|sido|esta|se))* (?:captur|charg|cobr|paid|pag|process|proces|revers|void|anul|refund|reembols|devuel|settle|liquid|complet|approv|aprob|authori|autori|exist|receiv|recib)/;

/** True for a text by which a payment was refused as a repeat of an earlier one, which may have moved money. */
export const tellsRepeat = (text: string): boolean => repeat.test(withoutAccents(text).toLowerCase());
