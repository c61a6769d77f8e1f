/** Brings what a plain text says of a reversal into the words of a refund or of a charge, by which a decline is doubted. */

/**
 * A reversal in the words of a refund. Beside a capture they say that the hold is gone, which refuses it. A void card refuses as well, and
 * errors are returned too.
 */
export const asRefund = (text: string): string =>
  text
    .replaceAll(/\b(?:voided|reversed|released)\b/g, 'refunded')
    .replaceAll(
      /(?<=\b(?:amount|funds|money|payment) [a-z ]*)\breturned\b|\breturned(?= to (?:the )?c(?:ard|ustomer))/g,
      'refunded',
    )
    .replaceAll(
      /\bse (?:(?:anul|revers|liber)(?:o|aron)|reembolsaron)|\bse devolvio(?= (?:(?:el |su )?(?:dinero|importe|monto|pago)|al cliente))|\bse devolvieron(?= \d)|\b(?:refund|reversal|credit|reembolso|revers[oa]|devolucion|anulacion|credito|abono) (?:posted|applied|issued|made|(?:aplic|registr)ad[oa]|emitid[oa])|\b(?:le devolvimos|hemos devuelto)\b/g,
      'se reembolso',
    )
    .replaceAll(/(?<!\b(?:tarjeta|cuenta|comercio) (?:fue )?)\b(?:anul|revers|liber)ad(?=[ao]s?\b)/g, 'reembolsad')
    .replaceAll(
      /(?<=\b(?:importe|monto|dinero|fondos|pago) [a-z ]*)\bdevuelt(?=[ao]s?\b)|\bdevuelt(?=[ao]s? a(?:l| la) (?:cliente|tarjeta))/g,
      'reembolsad',
    );

const standing =
  /\b(?:could not|no se pudo) (?:revers|anul|void)[a-z]* (?:el|la|the) (?:charge|cobro|cargo|venta)\b|\b(?:charge|sale|cobro|cargo|pago|venta) (?:no|not) (?:revers|revert|anul|void)[a-z]*|\breversal failed\b|\breverso automatico fallo/g;

/** Returns the text with a reversal that failed as a charge. Beside a payment it means that the charge stands. */
export const asCharge = (text: string): string => text.replaceAll(standing, 'cobrado');
