/** Spanish: banners of the frame. */
import type { banners as english } from '#shared/locales/en/screens/banners.ts';
import type { Translated } from '#shared/locales/translated.ts';

export const banners: Translated<typeof english> = {
  failedAct: {
    save: 'El ajuste no se cambió.',
    lock: 'La caja no se bloqueó.',
    signOut: 'La sesión sigue abierta.',
    print: 'Sin imprimir: {{document}}.',
    savePdf: 'Sin guardar como PDF: {{document}}.',
  },
  document: {
    receipt: 'el recibo',
    batch: 'los resultados de las capturas',
    holds: 'la lista de preautorizaciones',
    'day-close': 'las cifras',
    reconciliation: 'la comparación con el servicio',
  },
  unknown_one: 'Aún no se sabe si un pago se hizo. No lo vuelva a cobrar.',
  unknown_other: 'Aún no se sabe si {{count}} pagos se hicieron. No los vuelva a cobrar.',
  unknownReversal_one: 'Aún no se sabe si una anulación o devolución se hizo. No la repita.',
  unknownReversal_other: 'Aún no se sabe si {{count}} anulaciones o devoluciones se hicieron. No las repita.',
  unknownMixed: 'Aún no se sabe si {{count}} pagos, anulaciones o devoluciones se hicieron. No repita ninguno.',
  unknownMany: 'Aún no se sabe si {{count}} pagos o más se hicieron. No repita ninguno.',
  unknownOldest: '{{amount}}, {{card}}, {{when}}',
  leftBehind: 'La pantalla se inició de nuevo mientras había un pago en curso.',
  leftBehindNext: 'Vea qué pasó con él antes de repetirlo.',
  contradicted_one: 'La respuesta tardía del servicio contradice lo que se registró de un pago. No lo cobre otra vez.',
  contradicted_other:
    'Las respuestas tardías del servicio contradicen lo que se registró de {{count}} pagos. No los cobre otra vez.',
  ledger: 'No se puede enviar ningún pago: no se puede escribir en la base de pagos.',
  answersSafe_one:
    'La respuesta del servicio a un pago está segura en este equipo y se registrará automáticamente en cuanto vuelva la base de pagos.',
  answersSafe_other:
    'Las respuestas del servicio a {{count}} pagos están seguras en este equipo y se registrarán automáticamente en cuanto vuelva la base de pagos.',
  answersUnsafe_one:
    'La respuesta del servicio a un pago aún no está escrita en ningún lado. No cierre Caja hasta que lo esté.',
  answersUnsafe_other:
    'Las respuestas del servicio a {{count}} pagos aún no están escritas en ningún lado. No cierre Caja hasta que lo estén.',
  stray_one: 'El servicio respondió a un pago que no está en esta base de pagos.',
  stray_other: 'El servicio respondió a {{count}} pagos que no están en esta base de pagos.',
  strayWhich:
    '{{amount}}, {{when}}: {{state}} {{reference}}. Se escribe cuando se elija de nuevo la base de pagos que tiene el pago. Avise a un supervisor; la respuesta está en {{file}}.',
  strayWhich_supervisor:
    '{{amount}}, {{when}}: {{state}} {{reference}}. Se escribe cuando se elija de nuevo la base de pagos que tiene el pago. La respuesta está en {{file}}.',
  straySetAside: 'Apartarla, con registro de auditoría',
  unread_one: 'La respuesta del servicio a un pago no se puede leer aquí.',
  unread_other: 'Las respuestas del servicio a {{count}} pagos no se pueden leer aquí.',
  unreadWhich: {
    damaged:
      'Su archivo está dañado y se conserva tal como está: {{file}}. Avise a un supervisor. Consulte el pago antes de que alguien lo cobre de nuevo.',
    damaged_supervisor:
      'Su archivo está dañado y se conserva tal como está: {{file}}. Consulte el pago antes de que alguien lo cobre de nuevo.',
    newer:
      'La escribió una versión más nueva de Caja, que la entrega cuando se instale de nuevo: {{file}}. Consulte el pago antes de que alguien lo cobre de nuevo.',
  },
  damagedFile: 'No se puede enviar ningún pago: no se puede leer un archivo del que dependen los pagos.',
  damagedFileNext: {
    merchants:
      'No se pueden leer los comercios: {{file}}. Para conservarlos, permita que Caja lea el archivo o ponga en su lugar una copia sin daños, y vuelva a abrir Caja. Sin él, hay que configurarlos de nuevo.',
    vault:
      'No se pueden leer las claves: {{file}}. Para conservarlas, permita que Caja lea el archivo o ponga en su lugar una copia sin daños, y vuelva a abrir Caja. Sin él, hay que escribirlas de nuevo, y no se reconocen los pagos anteriores de una tarjeta.',
    ledger:
      'No se puede leer qué base de pagos usa este equipo: {{file}}. Elíjala de nuevo en Ajustes, Base de pagos. Sin el archivo, este equipo empieza con la base de este equipo solamente.',
    log: 'No se pueden leer los últimos pagos de la base de pagos: {{file}}. Restaure un respaldo, o siga sin ellos. Después compare los últimos pagos con el servicio antes de volver a cobrar o capturar.',
    database:
      'No se puede leer una parte de la base de pagos: {{file}}. Restaure un respaldo, o siga con una nueva, que recibe los últimos pagos de esta caja. Después compare los últimos pagos con el servicio antes de volver a cobrar o capturar.',
    operators:
      'No se pueden leer los operadores: {{file}}. Permita que Caja lea el archivo o ponga en su lugar una copia sin daños, e inicie Caja de nuevo.',
  },
  changedFile: 'No se puede enviar ningún pago: un archivo del que dependen los pagos se cambió fuera de Caja.',
  changedFileNext: {
    changed:
      'Es el archivo de {{document}}: {{file}}. Un supervisor puede recuperar lo último que guardó Caja. El archivo cambiado se conserva al lado.',
    changed_supervisor:
      'Es el archivo de {{document}}: {{file}}. Puede recuperar lo último que guardó Caja. El archivo cambiado se conserva al lado.',
    unsealed:
      'Es el archivo de {{document}}: {{file}}. No se sabe qué fue lo último que guardó Caja. Compare los ajustes con lo que deben ser antes de aceptarlo tal como está.',
    earlier:
      'Los ajustes y las claves son de un momento anterior ({{file}}), pero el registro de auditoría tiene cambios posteriores. Compare comercios y operadores con lo que deben ser. Si los acepta tal como están, hay que escribir de nuevo las claves de los comercios.',
  },
  changedFileGo: {
    changed: 'Recuperar lo que guardó Caja',
    unsealed: 'Aceptarlo tal como está',
    earlier: 'Aceptarlos tal como están',
  },
  damagedFileAsk: 'Un supervisor tiene que decidir.',
  damagedFileGo: 'Seguir sin él',
  keyDiffers: 'Esta caja no reconoce los pagos con tarjeta de las otras cajas.',
  keyDiffersNext:
    'Un segundo cobro a la misma tarjeta pasa inadvertido aquí. Pida a soporte técnico que instale la clave común en esta caja.',
  unkept: 'No se envía ningún pago real: la base de pagos compartida no está a salvo de un corte de luz.',
  unkeptNext:
    'En su servidor está desactivado: {{settings}}. Avise a soporte técnico. Los pagos de práctica y de prueba continúan.',
  otherServer: 'La base de pagos volvió a un estado anterior, o ahora es otra.',
  otherServerNext:
    'Compare los últimos pagos con el servicio antes de volver a cobrar o capturar, y después confírmelo en Ajustes, Base de pagos.',
  otherServerWrittenBack_one: 'Allí faltaba un pago, que se escribió de nuevo.',
  otherServerWrittenBack_other: 'Allí faltaban {{count}} pagos, que se escribieron de nuevo.',
  otherServerMissing_one:
    'Allí falta un pago que esta caja registró y todavía no se puede escribir de nuevo. La caja lo sigue intentando.',
  otherServerMissing_other:
    'Allí faltan {{count}} pagos que esta caja registró y todavía no se pueden escribir de nuevo. La caja lo sigue intentando.',
  otherServerAwaited:
    'Los pagos anteriores no se capturan, anulan ni devuelven hasta que se conecten estas cajas: {{seats}}.',
  damaged_one: 'El registro de un pago está dañado. No cuenta en ninguna suma.',
  damaged_other: 'Los registros de {{count}} pagos están dañados. No cuentan en ninguna suma.',
  damagedNext:
    'Están marcados en Historial. Consúltelos en el servicio y pida a un supervisor que restaure un respaldo.',
  damagedNext_supervisor: 'Están marcados en Historial. Consúltelos en el servicio y restaure un respaldo.',
  trail: 'La auditoría no es lo que se firmó.',
  stranger: 'Aquí no se conoce una de las cajas de la base de pagos.',
  trailSee: 'Abrir la auditoría',
  backup: 'Falló el último respaldo de la base de pagos.',
  backupWhy: '{{when}}: {{detail}}. Los pagos continúan. Pida a un supervisor que revise Ajustes, Base de pagos.',
  backupWhy_supervisor: '{{when}}: {{detail}}. Los pagos continúan. Revise Ajustes, Base de pagos.',
  ledgerAnew: 'La base de pagos estaba dañada, por eso se empezó una nueva.',
  ledgerKept: 'El archivo dañado se guardó como {{file}}.',
  vault: 'No se pueden usar las claves del comercio.',
  vaultAnew: 'El archivo de las claves del comercio estaba dañado. Escriba las claves de nuevo.',
  vaultKept: 'El archivo anterior se guardó como {{file}}.',
  updating: {
    step: 'Paso {{step}} de {{of}}.',
    waits: 'Espera a que terminen las lecturas y los pagos de las otras cajas.',
    'another-seat': 'Otra caja lo está haciendo.',
    'writing-back': '{{done}} de {{of}} pagos.',
  },
  ledgerForbidden: 'No se envía ningún pago: su empresa fijó otra base de pagos para esta caja.',
  ledgerForbiddenNext:
    'Lo registrado hasta ahora sigue aquí. Resuelva los pagos sin confirmar; después un supervisor cambia a la otra en Ajustes, Base de pagos.',
  ledgerForbiddenNext_supervisor:
    'Lo registrado hasta ahora sigue aquí. Resuelva los pagos sin confirmar; después cambie a la otra en Ajustes, Base de pagos.',
  merchantNotAllowed: 'No se envía nada: su empresa no permite este comercio tal como está configurado aquí.',
  merchantNotAllowedNext:
    'Su nombre, ambiente, dirección, autoridad de certificación o proxy no es como lo fijó la empresa. Avise a soporte técnico.',
  policyUnusable: 'La política de la empresa para este equipo no se puede usar.',
  policyUnusableNext:
    'Los pagos continúan. Lo que puede fijar no se cambia hasta que se corrija. Avise a soporte técnico: {{file}}',
};
