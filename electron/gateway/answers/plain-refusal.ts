/**
 * Recognizes texts beside a refusing code that refuse in other words than the code. Its vocabulary is closed: any other word may tell
 * of a charge. Doubts a decline only for words of work or of a charge, because there the status has decided.
 */
import type { UnknownCause } from '#shared/payments/outcome.ts';
import { reasonText, reportsSuccess, tellsRepeat } from '#shared/payments/refusals/reason-text.ts';
import { unknownBecause, type Verdict } from './answer-family.ts';
import { plain, plainWords, restored } from './plain-text.ts';
import { asCharge, asRefund } from './reversal-words.ts';
import { given } from './tolerant.ts';
import { saysApproved } from './transaction-traces.ts';

/** A clause without figures, and without marks of which nobody knows what stands behind them. */
const letters = /^[\p{L}\p{M} ]*$/u;

const negation = 'no|not|nao|never|nunca|cannot|cant|isnt|doesnt|wasnt|sin|without';
const refused =
  'declined|declinad[ao]s?|denied|denegad[ao]s?|negad[ao]s?|refused|rejected|rechazad[ao]s?|recusad[ao]s?';
/** Words that refuse by themselves. An error and a failure may come after a charge, and `cancelado` also means paid. */
const refusing = [
  refused,
  'declines?|declino|denegacion|den(?:iega|ego)|niega|nego|rechaz[ao]|reject(?:ion|s)?|cancell?ed',
  'invalid[ao]?s?|wrong|incorrect[ao]?s?|errone[ao]s?|errad[ao]s?|malformed|missing|faltan?|ausente|inexistente|requir(?:ed|es)|requiere|requerid[ao]s?|bad|mismatch',
  'exce(?:eds?|eded|de|dio|did[ao]s?|so)|supera|agotad[ao]s?|limit(?:s|ed|e|es|ado)?|mayor|menor|above|below|superior|inferior|maxim(?:um|[ao])|minim(?:um|[ao])',
  'insufficient|insuficien(?:tes?|cia)|nsf|(?:too|muy|demasiad[ao]s?) (?:many|high|low|short|long|large|alt[ao]|baj[ao]|cort[ao]|larg[ao]|intentos)',
  'suspend(?:ed|ido)|suspendid[ao]s?|expired|expirad[ao]s?|expiro|venc(?:id[ao]s?)?|caducad[ao]s?|disabled|desactivad[ao]s?|(?:des|in)habilitad[ao]s?',
  'inactiv[ao]s?|inactive|inoperative|un(?:supported|available|authori[sz]ed)|unknown (?:card|merchant|user|issuer)|(?:comercio|tarjeta|usuario|emisor) desconocid[ao]',
  'fraud|fraude|sospechos[ao]s?|suspicious|falsificad[ao]s?|counterfeit|risk|riesgo|violation|violacion|stolen|robad[ao]s?',
  'block(?:ed)?|bloquead[ao]s?|restrict(?:ed|ion)|restriccion(?:es)?|restringid[ao]s?|forbidden|prohibid[ao]s?|black ?listed|lista negra',
].join('|');
const refuses = new RegExp(`\\b(?:(?:${negation}) |(?:${refusing})\\b)`);
const auxiliary = 'is|are|was|were|be|been|has|have|es|son|esta|fue|ha|sido|se';
const payment = '(?:payment|transaction|purchase|operation|pago|compra|transaccion|operacion)s?';
const positive =
  '(?:valid[ao]?|activ(?:e|ad)?[ao]?|activated|correct[ao]?|vigente|exist(?:s|e)?|disponible|available|habilitad[ao]|enabled)';
/**
 * `not declined`, `no fue rechazado`, `rechazado: no`, `low risk`: one word takes the other back. `Fondos bloqueados` are held, a payment
 * that is valid or was made with or without something may stand, and of one that expired nobody knows the end. Rules that are off refuse
 * nothing. A receipt is mailed after the charge, so a fault of mail or phone has to be one of their form.
 */
const takenBack = new RegExp(
  [
    `\\b(?:${negation})(?: (?:${auxiliary}|hay|de|an?|una?|alto|high|reglas?|rules?))* (?:${refusing}|err(?:ors?|ores)|fail\\w*|fall\\w*|fuera|faltantes|incomplet[ao]s)\\b`,
    '\\b(?:no|not) (?:es |an? |is )?(?:duplica|suspect|sospech)|\\bfraude? (?:is |was |fue )?(?:no|not) detect',
    '\\b(?:(?:low|lower|minimum) risk|(?:bajo|menor|minimo) riesgo|riesgo (?:bajo|menor|minimo))\\b|\\b(?:no|not|nao|never|nunca|false|falso)$',
    // `Otra transacción denegada` says nothing of this one.
    `\\b(?:another|otr[ao]s?) ${payment}\\b`,
    // `Límite alcanzado con esta compra`, `saldo insuficiente para otra compra`
    `\\b(?:(?:with|con|by|por) (?:this|the|your|est[ae]|el|la|su)|with|con) ${payment}\\b`,
    `(?<!\\b(?:no|not|not an?) )\\b${positive} ${payment}\\b|\\b${payment}(?: (?:${auxiliary}))* ${positive}\\b|\\b${payment} (?:.* )?(?:sin|without)\\b`,
    `^(?!.*\\b(?:${refused})\\b).*\\b${payment} (?:.* )?(?:con|with)\\b`,
    `\\b${payment}(?: (?:${auxiliary}))* (?:expir|vencid|caducad|suspend)|\\bexpired ${payment}|\\bse compra\\b`,
    '^(?=.*\\b(?:e ?mail|mail|correo|phone|telefono)\\b)(?!.*(?:valid|correct|wrong|missing|falt|requ|bad|malformed|errone|errad|long|short|larg|cort|format))',
    '^(?=.*\\b(?:antifraude?|fraude?|risk|riesgo|rules?|reglas?)\\b)(?=.*\\b(?:disabled|unavailable|inactiv|desactiv|(?:des|in)habilit|(?:not|no) (?:available|disponible)))',
    '^(?=.*\\b(?:block|bloque|restri))(?=.*\\b(?:fondos|saldo|monto|importe|cupo|funds|balance|amount)\\b)',
  ].join('|'),
);
const bank =
  '(?:(?:al|su|your|the|el|la|o|seu|card|issuing) )*(?:banco|bank|emiss?or[ae]?|issuer|acquirer|entidad)(?: (?:emiss?or[ae]?|bancaria|financiera))?';
const limit = '(?:limite?|maxim(?:o|um)|tope|cupo|intentos|attempts)';
/**
 * Phrases that refuse, of words that don't, or that tell of a charge elsewhere. `Pago aprobado con correo no válido` negates another
 * word, a payment may have reached the bank, and of errors those of the format and of a check alone come before a charge.
 */
const phrases = new RegExp(
  `\\b(?:${[
    `(?:no|not|nao|never|nunca|cannot|cant|isnt|doesnt|wasnt)(?: (?:${auxiliary}|could|can|would|pudo|puede))* ` +
      '(?:accept(?:ed|s)?|acept(?:a|ad[ao]s?|ar)|approved?|aprob(?:ad[ao]s?|ar)|authori[sz]ed?|autoriz(?:a|ad[ao]s?|ar)|authenticated|autentic(?:o|ad[ao])|' +
      'found|encontrad[ao]s?|registered|registrad[ao]s?|recogni[sz]ed|reconocid[ao]s?|(?:allow|permitt)ed|permit(?:e|id[ao]s?)|match(?:ed)?|honou?r|honrar)',
    `(?<=\\b${limit}\\b[a-z ]{0,30} )(?:reached|alcanzad[ao]|superad[ao]s?)|(?:reached|alcanzo|alcanzado|supero|superado)(?= (?:(?:the|your|el|su) )?(?:daily |monthly |credit )?${limit})`,
    '(?:authentication|autenticacion|check)(?: has)? (?:failed|failure|fallida|fallo)|failed (?:luhn )?check|(?:no pasa|fails) (?:la )?(?:validacion|validation)',
    'card number error|error en (?:el )?numero de (?:la )?tarjeta|format error|error (?:de|en) (?:el )?(?:formato|pin|clave|cvv|fecha)|fuera de rango|out of range|in the past|over (?:credit )?limit|special condition|condicion especial',
    '(?:posible|possible) fraude?(?! (?:is |was |fue )?(?:no|not)\\b)|fraude? (?:detected|detectado)|hot card|no action taken|ninguna accion tomada|pick up(?: card no fraud)?|(?:retener|retenga|retirar|retain) (?:la )?(?:tarjeta|card)|^hold call$|^(?:(?:la|su) )?tarjeta (?:retenida|caduca)$|(?<=(?:robad|perdid|extraviad)a )retener$|reporte de (?:robo|perdida|extravio)(?: o (?:robo|perdida|extravio))?|lost card|(?:tarjeta|como|robada o) (?:perdida|extraviada)|reported lost',
    '(?:customer|user|cardholder) cancell?ation$|(?:tarjeta|cuenta|transaccion|operacion)(?: fue)? cancelada|cancelo la (?:transaccion|operacion)',
    '(?:closed account|(?:account|card|cuenta|tarjeta) (?:closed|cerrada)|^closed$)|no such (?:card|merchant|user|issuer|number)|(?:solo|only) (?:se aceptan|accepts?)',
    '^no se (?:realizo|efectuo|hizo) (?:ningun |el )?(?:cargo|cobro)(?: a (?:su|la) tarjeta)?$|^no se cobro(?: nada)?$|^stop payment(?: order)?$',
    '^(?:(?:(?:su|la) )?tarjeta no fue (?:cobrada|cargada)|(?:(?:your|the) )?card was not (?:charged|billed)|nothing was charged)$',
    '(?:excede|supera|exceeds)(?: el| lo| the)?(?: monto| amount)? (?:autorizado|authorized)(?: amount)?$',
    `(?:authori[sz]ation|autorizacion|charge|cargo|cobro|sale|venta)(?: (?:${auxiliary}))* (?:${refused})|denegacion de (?:la )?autorizacion`,
    `(?:call|(?:must )?contact|(?:debe )?(?:llam|consult|contac?t)[ea]r?(?: con| a)?|(?:refierase|dirijase|remitirse)(?: a)?|comuni(?:quese|carse) con|refer to) (?:${bank}|soporte|support)`,
    '(?:verifique|revise|verify|check) (?:(?:los|sus|el|the|your|card) )*(?:datos|data|details|number|numero de(?: la)? tarjeta)',
    '(?:try|use|try with|intente con|utilice|pruebe con) (?:another|a different|otra) (?:card|tarjeta)',
  ].join('|')})\\b`,
  'g',
);
/** Words that tell of no charge where they stand: `pago` may be `pagó`, `debito` `debitó`, and `pago ingresado` was received. */
const harmless = new RegExp(
  [
    '(?:^|\\b(?:el|del?|al|su|tu|un|este|con|para|tarjetas?) )(?:pago|debito)\\b|\\bdebit(?= cards?\\b)',
    '(?<=\\b(?:al|than|(?:maxim|minim)(?:[ao]|um)|limite?)) (?:allowed|permitid[ao])\\b',
    '\\bapproval(?= (?:amount )?limit\\b)|\\bwithdrawal(?= (?:[a-z]+ )?limit\\b)|(?<=\\blimite de )retiros?\\b|\\b(?:reportad[ao]|reported)(?= (?:as|como|stolen|robad[ao]|denied)\\b)',
    '(?<=\\b(?:cvv|cvc|code|codigo|number|numero|card|tarjeta|fecha|clave|correo)) (?:entered|ingresad[ao])\\b',
    '\\bpelo (?=emiss?or\\b|banco\\b)',
    // `Transação no cartão` says where, not no.
    `\\b(?:cartao|transacao|pagamento)(?= (?:${refusing})\\b)`,
    '(?<=\\b(?:card|account) )status\\b|\\b(?:estado|estatus)(?= de (?:la )?(?:tarjeta|cuenta)\\b)',
    '(?<=\\b(?:codigo|numero) de) verificacion\\b|\\bverification(?= (?:code|number|value)\\b)|\\ben linea\\b|\\bpor favor\\b|\\b(?:sobregiro|overdraft)(?= denied\\b)|\\bpara realizar(?= (?:la|su) (?:compra|transaccion)\\b)',
  ].join('|'),
  'g',
);
const paid = /(?:pag|debit)o\u0301/iu;
/** True for a text that says that somebody paid. */
export const tellsPaid = (text: string): boolean => paid.test(restored(text).normalize('NFD'));
/**
 * Neutral words of a refusal: arguments, parties, limits, and things not granted. Any other word may tell of an earlier event:
 * `error saving data`, `charge not reversed`.
 */
const spokenOf = [
  'a al an and as at by como con de del do does el en esa file from for in la las los o on or para please por que se su the this to tu un una use with y you your',
  'ajena are been cantidad debe due general id dispone es esta este fue ha has have hay is must sido son than tiene too muy was could',
  'account accounts acquirer adquirente afiliado afiliados american amex banco bancos bank banks bancaria bancario bin brand cc card cards cardholder cliente comercio ' +
    'comercios credit credito cuenta customer diners discover electronic electronica electronico emisor emisores emissor entidad express financiera franquicia franquicias ' +
    'gateway internet issuer issuing law ley marca mastercard merchant merchants negocio network online pasarela plastico portador prepago prepaid procesador ' +
    'processor red switch tarjeta tarjetas tarjetahabiente terminal titular user usuario virtual visa',
  'access acceso address ano apellido api apikey avs caducidad campo campos clave code codes codigo correo credenciales credentials csc cuotas currency cvc cvv cvn ' +
    'date dato datos digito digitos digits direccion document documento documentos documents email expiracion expiration expiry fecha field fields first format ' +
    'formato installments ip key keys last llave longitud length mail moneda name nombre number numero param parameter parameters parametro parametros password ' +
    'phone pin postal seguridad security session sesion telefono tipo token type value valor vencimiento verificador zip',
  'actividad activity allowable amount attempts balance checking corriente ahorros savings cupo daily day dia diaria diarias diario fondos frecuencia frequency funds ' +
    'importe intento intentos least mensual mes month monthly monto saldo tope tries velocidad velocity volume volumen',
  'activada activado activar activated active activa activo afiliada alcanza alta alto another baja bajo coincide coinciden configurada configurado configurados configurar ' +
    'configured contratado correct correcta correctas correcto correctos corto disponible disponibles available enabled enough especificar exist existente exists existe habilitada habilitado ' +
    'hard high largo long low mandatory identificada max obligatoria obligatorias obligatorio obligatorios otra permanently present short soft soportada soportado strong support supported ' +
    'supports suficiente suficientes sufficient temporalmente temporarily universal unknown valid valida valido vigente desconocida desconocido such',
  'compra compras funcion function method metodo operacion operation pagos payment payments purchase purchases requested serv servicio service tran transaccion ' +
    'transacciones transaction transactions tx txn',
  'antifraud antifraude country engine extranjera extranjeras extranjero filter filtro foreign generic generica international internacional motor nsf pais policy politica ' +
    'politicas motivo razon reason region regla reglas rubro rule rules score sistema system sospecha suspected',
]
  .join(' ')
  .split(' ')
  .join('|');
const wordOfRefusals = new RegExp(
  `^(?:${negation}|${refusing}|${spokenOf}|black|black ?listed|lista|negra|many|large|demasiad[ao]s?)$`,
);

/** Returns the clauses of a text as letters and single blanks, as far as they have no other marks. */
const clausesOf = (said: string): readonly string[] =>
  said
    .replaceAll(/['’]/g, '')
    .replaceAll(/[()/_-]/g, ' ')
    .replaceAll(/\b(cv[cv])2\b/g, '$1')
    .replaceAll(/\b(?:motivo|razon|reason): /g, '')
    .replaceAll(/\btarj\b\.?/g, 'tarjeta')
    .replaceAll(/\btrans\b\.?/g, 'transaccion')
    .replaceAll(/\bfdos\.? insuf\b/g, 'fondos insuficientes')
    .replaceAll(/^no aut$/g, 'no autorizado')
    .split(/[.,;:]+| (?:but|however|although|pero|aunque|sino|sin embargo) /)
    .map((clause) => clause.trim().replaceAll(/ +/g, ' '))
    .filter((clause) => clause !== '');

const valid = new RegExp(`\\b${positive}\\b`);
/** True for a text that calls something valid, active or the like. */
export const tellsValid = (text: string): boolean => valid.test(plain(text));

export const namesRefusal = (text: string): boolean => refuses.test(plain(text));

/** Words by which a decline stays one, whatever success the text names: `Call for approval`, `Only approved merchants`, `Card captured`. */
const refusesAnywhere = new RegExp(
  `\\b(?:${refusing}|unable|imposible|only|solo|approval failed|fallo la aprobacion|card (?:to be )?captured|captured card|tarjeta capturada|` +
    `(?:supero|superado|sobrepasa) (?:(?:el|los) )?(?:${limit}|monto)|^(?:(?:su|la|your|the) )?(?:cuenta pendiente de aprobacion|account pending approval)|` +
    '(?:call|contact|needs|llam[ea]|contacte|consulte|comuniquese|necesita|solicit[ae]r?)(?: [a-z]+){0,4} (?:approval|aprobacion))\\b',
);
const errand = `(?:${payment}|outcome|result|status|settlement|resultado|estado|confirmacion|conciliacion|liquidacion|procesamiento|processamento|transacao|pagamento|request|solicitud|refund|devolucion|reembolso|revers[ao]l?|void|anulacion|estorno|cancelamento|captur[ae]|charge|cargo|cobro)`;
const whose = '(?:la|el|o|a|su|tu|the|your|this|est[ae])';
const atWork = [
  '(?:pending|pendiente)(?! (?:(?:card|de) )?activ)|pendente|being processed|processing$|process?ando(?:se)?',
  '(?:in|under) (?:process|progress|review)|en (?:(?:proceso|curso|tramite)(?! de (?:cierre|mantenimiento))|revision|verificacion|validacion|conciliacion|analisis|estudio)|em (?:processamento|andamento|analise)',
  'held(?: for (?:manual )?review)?$|on hold|queued|in (?:the )?queue|en (?:espera|cola)|encolad[ao]|awaiting|waiting for|a la espera|esperando|aguardando',
  '(?:por (?:confirmar|procesar)|se (?:procesara|cobrara|reintentara)|will retry|(?:sent|forwarded|submitted) (?:to|for)|enviad[ao] (?:al (?:banco|emisor)|a liquidacion)|(?:scheduled|deferred|retrying|programad[ao]|agendad[ao]|diferid[ao]|reintentando|(?:under )?manual review|revision manual)$)',
  // Before a fault these tell nothing: `Operation requested not allowed`. A received payment was made.
  '(?:(?<!payment |pago )(?:received|recibid[ao])|submitted|requested|enviad[ao]|solicitad[ao])$',
].join('|');
/** `La transacción está en proceso`, `Pending confirmation`, `Queued`, and code 09 of ISO 8583, a request in progress. */
const underWay = new RegExp(
  `^(?:\\d{2,3} )*(?:0?9$|(?:but )?(?:${whose} )?(?:${errand} )?(?:(?:${auxiliary}|being|still|aun|sigue) )*(?:${atWork})\\b|` +
    `(?:we are |estamos )?(?:processing|procesando) (?:${whose} )?${payment}$)`,
);

/** The call came in, which the envelope says beside a decline. */
const callCame = new RegExp(
  `^(?:(?:${whose} )?(?:request|solicitud) (?:(?:${auxiliary}) )*)?(?:received|recibid[ao]|submitted|enviad[ao])$`,
);

/** Beginnings of the names of requests that are refused when they come too late themselves. */
const revoking = '(?:anul|void|cancel|revers|refund|devol|reembols|captur)';
const notToRevoke = `(?! (?:to|para|de) ${revoking})`;
const waiting = '(?:tiempo|tempo|limite de tiempo)(?: (?:limite|maximo))?';
const answer = '(?:response|answer|reply|respuesta|resposta)';
const connection = '(?:comm|communications?|comunicacion(?:es)?|comunicacao|connection|conex(?:ion|ao)|network|red)';
const fault = '(?:err(?:or(?:es)?|o)?|problem(?:a?s)?|fail(?:ure|ed)|fal[lh][ao]s?|fallida)';
/** An answer that came late or not at all, or could not be saved: the bank may have approved. Code 68 of ISO 8583 says so. */
const answerLost = new RegExp(
  `^0?68$|\\b(?:${[
    `timed?[ -]?out|(?<!\\b${revoking}[a-z]* )fuera de tiempo${notToRevoke}|(?:time limit|wait(?:ing)? time) exceeded`,
    `(?:too|demasiado) (?:late|tarde)${notToRevoke}|late ${answer}|${answer} (?:(?:was )?not received|no recibida|tardia)`,
    `${waiting}(?: de (?!${revoking})[a-z]+)? (?:agotado|excedido|esgotado|superado|expirado|vencido)${notToRevoke}`,
    `(?:agoto|excedio|excedido|expiro|supero|vencio) (?:el )?${waiting}${notToRevoke}`,
    `(?:no(?: hay| se (?:recibio|obtuvo|tuvo))?|falta de|without|sin|sem)(?: (?:la|una))? ${answer}(?! (?:correct|valid))`,
    `(?:no|not|[a-z]+n['’]t)(?: ha)? (?:respond|answer|contest)[a-z]*`,
    `${connection} (?:${fault}|lost|reset|perdida)|${fault} (?:de|en|na)(?: la)? ${connection}|(?:lost|perdio)(?: la)? ${connection}`,
    `(?:sin|no hay|perdida de) ${connection}|${connection} interrumpida|econnreset|etimedout|socket hang up|broken pipe|bad gateway|(?:database|internal|server) error|error (?:interno|del? (?:servidor|base de datos))|error (?:parsing|decoding|reading|processing|leyendo)(?: (?:la|the|issuer))? ${answer}|unknown (?:status|outcome|result)`,
    `(?:status|outcome|result|estado|resultado)(?: (?:${auxiliary}))* (?:unknown|desconocido|incierto)|(?:verify|check|verifique|consulte) (?:(?:el|the|su|transaction) )*(?:status|estado)(?! (?:of|de) (?:your|su|la) (?:card|account|tarjeta|cuenta))`,
    '(?:could not|unable to|no se pudo) (?:confirm|determin)[a-z]* (?:(?:el|the) )?(?:outcome|payment|charge|resultado|pago|cobro|que)',
    '(?:error?|unable|failed|imposible|no se pudo)(?: (?:al?o?|to|while|when))? (?:sav(?:e|ing)|stor(?:e|ing)|updat(?:e|ing)|guardar|registrar|actualizar|gra[bv]ar)',
  ].join('|')})\\b`,
);
/** The cardholder gave no answer, so that the bank was never asked. */
const cardholderSilent =
  /^(?:(?:the|el) )?(?:cardholder|customer|tarjetahabiente|titular|cliente) (?:did not|no) (?:respond|answer|contest)[a-z]*$|^(?:3-?ds )?authentication timed?[ -]?out$/;

const moved =
  /\b(?:charged|billed|debited|credited|refunded|(?:cobr|carg|debit|acredit|reembols|estorn)ad[ao]s?|se (?:cobro|debito|cargo|acredito|reembolso))\b/;
/** True for a clause that says of a card that it was charged or refunded. Words like `processed` also tell of a decline. */
const tellsMoney = (clause: string): boolean => moved.test(clause) && reportsSuccess(clause);

/** Phrases for what has yet to be done, or can't be: `Must be credited to the original card`, `Account to be debited is closed`. */
const asked = /\b(?:must|should|account to) be [a-z]+|\bdeben? ser [a-z]+/g;

/**
 * Phrases that tell of a charge or a hold in other words than `charged`: what was done to the money, the payment on record, the number
 * of an authorization.
 */
const taken = new RegExp(
  `\\b(?:${[
    `(?:monto|importe|valor|fondos|dinero|amount|funds|money)(?: (?:${auxiliary}))* (?:(?:reten|transfer)id[ao]s?|(?:reserv|congel|inmoviliz|tom)ad[ao]s?|held|withheld|reserved|frozen|taken|collected|transferred)`,
    `(?:${payment}|venta|cargo|cobro|debito|factura|sale|charge)(?: (?:${auxiliary}))* (?:registrad[ao]|ingresad[ao]|hech[ao]|emitid[ao]|recorded|registered|made|taken)`,
    '(?:hold|retencion) (?:(?:was|fue) )?(?:placed|created|aplicada|exitosa)|pre-?au(?:thori[sz]ed|torizad[ao])',
    '(?:banco|emisor) (?:ya )?(?:aprobo|autorizo|debito|desconto|cobro)|se (?:cobr|debit|carg|descont|reserv)aron|se reservo',
    'se (?:retuv|congel|bloque)(?:o|aron|ieron) (?:el|los) (?:monto|importe|fondos)|(?:hemos recibido su|received your) pa(?:go|yment)|taken (?:the )?(?:payment|amount)',
    `(?:pago|pagamento|payment)(?: (?:${auxiliary}))* (?:recibido|recebido|received)`,
    '(?:contabiliz|asent|compens|concili|poste)ad[ao]|(?:en|in|to) (?:lote|batch|settlement)|(?:posible|possible) (?:cobro|cargo|charge)',
    '(?:no se cobro|no cobrad[ao]|not charged) (?:dos veces|de mas|twice)|sin (?:cargos?|costos?) adicional(?:es)?|no (?:extra|additional) charges?',
    '(?:will be|sera) (?:[a-z-]+ )?(?:re(?:fund|vers|turn|leas)ed|devuelt[ao]|re(?:embols|integr|vers)ad[ao])|se (?:le )?(?:re(?:vers|integr|embols|vert)|devolv|liber)[a-z]*ran?',
    '(?:doble|double) (?:cargo|cobro|charge)|overcharged|cobro (?:parcial|en exceso)',
    '(?:auth?|aprob|apr|authori[sz]ation|autorizacion)(?:[ .:#]|no|code)*(?!0{6})[0-9][0-9a-z]{5}',
  ].join('|')})\\b`,
  'g',
);
/** A receipt is made of a payment alone, also where it was not sent. */
const receipt = /\b(?:receipt|voucher|recibo|comprobante)\b/;
const notRefused = new RegExp(
  `\\b(?:${negation})(?: (?:${auxiliary}))* (?:${refused}|rechazos?|errors|errores)\\b|` +
    '\\b(?:after|post|tras|posterior a|despues de)(?:l| el| la)? (?:approval|aprobacion|authori[sz]ation|autorizacion|captur[ae]|charge|cobro|processing)\\b(?! limit)',
);
/** `Approved by the bank, rejected by the merchant`, and not `Excede el monto autorizado por el banco`. */
const approvedFirst = new RegExp(
  `^(?:${whose} )?(?:${errand} )?(?:(?:${auxiliary}) )*(?:approved|authori[sz]ed|apro[bv]ad[ao]|autorizad[ao])(?:$| (?:by|por|pel[ao]|and|y|then) )`,
);

/**
 * Returns why a decline with this text or code is none: a clause of its own tells of a charge or a refund; or nothing in it refuses,
 * and the answer was lost on the way, or the payment is under way or went through. A bare word of success is the issuer's, whom the
 * service's rules may overrule; a repeat was refused.
 */
function doubtOf(text: string, speaker: 'issuer' | 'call', reverses: boolean): UnknownCause | null {
  const said = plain(text).replaceAll('_', ' ');
  const whole = plain((reverses ? asRefund(said) : asCharge(said)).replaceAll(asked, '').replaceAll(taken, 'cobrado'));
  const clauses = clausesOf(whole);
  if (clauses.some((clause) => tellsMoney(clause) && !refusesAnywhere.test(clause)) && !tellsRepeat(whole))
    return 'contradictory';
  if (clauses.some((clause) => notRefused.test(clause))) return 'unproved-refusal';
  const isLost = answerLost.test(whole);
  // `Unable to process` is no refusal where the answer is lost.
  const beside = isLost ? whole.replace(answerLost, '').replace(/\b(?:unable|imposible)\b/, '') : whole;
  const isApproved = speaker === 'issuer' && clauses.some((clause) => approvedFirst.test(clause));
  if (refusesAnywhere.test(beside)) return isApproved ? 'contradictory' : null;
  if (isLost) return cardholderSilent.test(whole) ? null : 'unproved-refusal';
  const isOfCall = (clause: string): boolean => speaker === 'call' && callCame.test(clause);
  if (clauses.some((clause) => underWay.test(clause) && !isOfCall(clause))) return 'pending';
  const succeeded = speaker === 'issuer' && reasonText(whole) !== null && reportsSuccess(whole);
  if (succeeded && !tellsRepeat(whole)) return 'contradictory';
  return receipt.test(whole) ? 'unproved-refusal' : null;
}

/** Longest text that is judged beside a decline. Some patterns take the square of its length. */
const longest = 4_000;

/**
 * Returns the first doubt about a decline among what is said beside it; null for none.
 * @param speaker `call` for the message of the envelope, which tells success and receipt of the call, as its description does (`Success`)
 * @param reverses true where the words of a reversal tell of the operation itself
 */
export const doubtAmong = (
  said: readonly (string | null | undefined)[],
  speaker: 'issuer' | 'call',
  reverses = false,
): UnknownCause | null =>
  given(said)
    .map((text) => (text.length > longest ? 'not-understood' : doubtOf(text, speaker, reverses)))
    .find((doubt) => doubt !== null) ?? null;

/** Returns the outcome of an answer that declines. */
export const declined = (doubt: UnknownCause | null): Verdict =>
  doubt === null ? { outcome: 'declined' } : unknownBecause(doubt);

/** True for a text that takes a refusal back, or speaks of money that is held. */
export const takesBack = (text: string): boolean => takenBack.test(clausesOf(plain(text)).join(' '));

/**
 * The bank's response code may stand around a refusal: `51 - Fondos insuficientes`, `Tarjeta vencida (54)`, `Declined: code 05`. A bare
 * figure behind other words may be an amount: `Límite disponible: 50`.
 */
const coded = new RegExp(
  `^(?:(?:r?([0-9]{2})|n7)(?: ?[:-]| ) ?)?(.*?)(?:(?: ?\\(|[ :,-]+(?:codigo|code) |(?<=\\b(?:${refused})(?<!s))[ :,-]+)([0-9]{2})\\)?)?$`,
  's',
);

/**
 * True for clauses that each refuse, in words of refusals alone.
 * @param own words in which the code itself is told
 */
export function refusesPlainly(text: string, own: ReadonlySet<string>): boolean {
  const [, before, said = '', behind] = coded.exec(plain(text)) ?? [];
  const clauses = clausesOf(said);
  if (clauses.length === 0 || saysApproved(before) || saysApproved(behind) || tellsPaid(text)) return false;
  return clauses.every((clause) => {
    const refusal = clause.replaceAll(phrases, 'denied');
    const told = refusal.replaceAll(harmless, '');
    return (
      letters.test(told) &&
      refuses.test(told) &&
      !takenBack.test(refusal) &&
      !reportsSuccess(told) &&
      plainWords(told).every((word) => own.has(word) || wordOfRefusals.test(word))
    );
  });
}
