/** Brings what a plain text says of a reversal into the words of a refund or of a charge, by which a decline is doubted. */

/** A void card refuses, and errors are returned too. */
const reversed = new RegExp(
  `\\b(?:${[
    'voided|reversed|released|returned(?= to (?:the )?c(?:ard|ustomer))|(?<=\\b(?:amount|funds|money|payment) [a-z ]*)returned',
    '(?<!\\b(?:tarjeta|cuenta|comercio) (?:fue )?)(?:anul|revers|liber)ad[ao]s?|devuelt[ao]s?(?= a(?:l| la) (?:cliente|tarjeta))',
    '(?<=\\b(?:importe|monto|dinero|fondos|pago) [a-z ]*)devuelt[ao]s?|se (?:(?:anul|revers|liber)(?:o|aron)|reembolsaron)',
    'se devolvio(?= (?:(?:el |su )?(?:dinero|importe|monto|pago)|al cliente))|se devolvieron(?= \\d)|le devolvimos|hemos devuelto',
    '(?:refund|reversal|credit|reembolso|revers[oa]|devolucion|anulacion|credito|abono) (?:posted|applied|issued|made|(?:aplic|registr)ad[oa]|emitid[oa])',
  ].join('|')})\\b`,
  'g',
);

/** A reversal in the words of a refund. Beside a capture they say that the hold is gone, which refuses it. */
export const asRefund = (text: string): string => text.replaceAll(reversed, 'reembolsado');

const standing =
  /\b(?:could not|no se pudo) (?:revers|anul|void)[a-z]* (?:el|la|the) (?:charge|cobro|cargo|venta)\b|\b(?:charge|sale|cobro|cargo|pago|venta) (?:no|not) (?:revers|revert|anul|void)[a-z]*|\breversal failed\b|\breverso automatico fallo/g;

/** Returns the text with a reversal that failed as a charge. Beside a payment it means that the charge stands. */
export const asCharge = (text: string): string => text.replaceAll(standing, 'cobrado');
