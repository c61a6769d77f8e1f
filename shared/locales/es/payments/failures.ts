/** Spanish: failures of the program, and their meaning for the money. */
import type { failures as english } from '#shared/locales/en/payments/failures.ts';
import type { Translated } from '#shared/locales/translated.ts';

export const failures: Translated<typeof english> = {
  invalid: {
    title: 'No se envió nada.',
    body: 'Hay campos que no están bien: {{fields}}.',
    plain: 'Hay campos que no están bien.',
  },
  'not-permitted': {
    title: 'No se hizo nada.',
    cashier: 'Esto requiere que alguien haya iniciado sesión.',
    'back-office': 'Esto requiere a alguien de administración o a un supervisor.',
    supervisor: 'Esto requiere un supervisor.',
  },
  'signed-out': { title: 'No se hizo nada.', body: 'Inicie sesión e inténtelo de nuevo.' },
  'wrong-passcode': {
    title: 'Nombre o clave incorrectos.',
    body: 'No se hizo nada. Revise los dos e inténtelo de nuevo.',
  },
  'locked-out': {
    title: 'Demasiados intentos.',
    body: 'Podrá intentarlo de nuevo más tarde. No se hizo nada.',
  },
  'last-supervisor': {
    title: 'No se cambió nada.',
    body: 'No quedaría nadie que pueda cambiar operadores. Haga antes supervisor a otra persona.',
  },
  'operators-unconfirmed': {
    title: 'Ahora solo pueden entrar cajeros.',
    body: 'La base de pagos compartida no responde desde hace más de un día, y esta caja no puede saber quién más puede todavía. Avise a soporte técnico.',
  },
  'passcode-to-replace': {
    title: 'Primero hay que cambiar esta clave.',
    body: 'No se hizo nada. Entre con ella, elija otra y vuelva a intentarlo.',
  },
  'step-up-needed': {
    done: 'No se hizo nada.',
    sent: 'No se envió nada.',
    own: 'Hace falta su clave otra vez.',
    other: 'Un supervisor tiene que autorizarlo con su clave en esta caja.',
  },
  duplicate: {
    title: 'No se envió nada. Se parece a un pago anterior.',
    reason: 'La misma tarjeta y el mismo monto ya se usaron. Si es un pago nuevo, indique el motivo.',
    supervisor: 'Aún no se sabe qué pasó con el anterior. Solo un supervisor puede continuar.',
  },
  ledger: {
    title: 'No se envió nada. No se puede escribir en la base de pagos.',
    reading: 'No se puede leer la base de pagos.',
    giving: 'No se pudo hacer el documento. No se puede leer la base de pagos.',
    recording: 'No se registró nada. No se puede escribir en la base de pagos.',
    locked: 'Otro programa tiene ocupado el archivo de la base de pagos. Ciérrelo e inténtelo de nuevo.',
    busy: 'La base de pagos compartida está ocupada. Inténtelo de nuevo en un momento.',
    'disk-full': 'El disco está lleno. Libere espacio e inténtelo de nuevo.',
    'read-only': 'No se puede escribir en la carpeta de la base de pagos. Avise a soporte técnico.',
    corrupt:
      'El archivo de la base de pagos está dañado. Se conservó tal como está. Pida a un supervisor que restaure un respaldo.',
    corrupt_supervisor: 'El archivo de la base de pagos está dañado. Se conservó tal como está. Restaure un respaldo.',
    'newer-version': 'Una versión más nueva de Caja lleva ahora esta base de pagos. Actualice Caja en este equipo.',
    'choice-damaged':
      'El archivo que dice qué base de pagos usa este equipo no se puede leer y se conserva tal como está. Pida a un supervisor que elija de nuevo la base en Ajustes, Base de pagos.',
    'choice-damaged_supervisor':
      'El archivo que dice qué base de pagos usa este equipo no se puede leer y se conserva tal como está. Elija de nuevo la base en Ajustes, Base de pagos.',
    'log-damaged':
      'Una parte de la base de pagos está dañada. Se conserva tal como está, y no se envía nada hasta que un supervisor decida seguir sin ella.',
    'log-damaged_supervisor':
      'Una parte de la base de pagos está dañada. Se conserva tal como está, y no se envía nada hasta que usted decida seguir sin ella.',
    'writing-back':
      'La base de pagos había perdido pagos de esta caja, que se escriben allí de nuevo. Los pagos continúan en cuanto termine.',
    updating: 'La base de pagos se está actualizando para esta versión de Caja. Los pagos continúan en cuanto termine.',
    altered:
      'La base de pagos no está como Caja la hizo, así que sus pagos podrían cambiar. Se conservó tal como está. Pida a un supervisor que restaure un respaldo o, si es compartida, avise a soporte técnico.',
    altered_supervisor:
      'La base de pagos no está como Caja la hizo, así que sus pagos podrían cambiar. Se conservó tal como está. Restaure un respaldo o, si es compartida, avise a soporte técnico.',
    'clock-off':
      'Los relojes de este equipo y del servidor de la base de pagos compartida difieren en muchas horas, por eso un pago igual podría pasar inadvertido. Corrija la fecha, la hora y la zona horaria de este equipo, o avise a soporte técnico.',
    disconnected: 'La base de pagos compartida no responde.',
    untrusted:
      'No hay una conexión segura con la base de pagos compartida: su servidor no la ofrece o aquí no se confía en su certificado. Avise a soporte técnico.',
    'unsafe-sign-in':
      'El servidor de la base de pagos compartida no identifica a las cajas por SCRAM, por eso no se le dio la contraseña. Avise a soporte técnico.',
    'password-elsewhere':
      'La contraseña de la base de pagos compartida se escribió para otro servidor y no se le dio a nadie. Si la dirección nueva es correcta, pida a un supervisor que escriba la contraseña para ella en Ajustes, Base de pagos. Si nadie cambió la dirección, avise a soporte técnico.',
    'password-elsewhere_supervisor':
      'La contraseña de la base de pagos compartida se escribió para otro servidor y no se le dio a nadie. Si la dirección nueva es correcta, escriba la contraseña para ella en Ajustes, Base de pagos. Si nadie cambió la dirección, avise a soporte técnico.',
    'not-postgres':
      'En la dirección de la base de pagos compartida responde algo que no es un servidor PostgreSQL. Avise a soporte técnico.',
    standby:
      'La dirección de la base de pagos compartida lleva a un servidor que solo se puede leer, como uno de reserva. Avise a soporte técnico.',
    full: 'El servidor de la base de pagos compartida no tiene ninguna conexión libre para esta caja. Pida a soporte técnico que permita más.',
    'waits-for-standby':
      'El servidor de la base de pagos compartida espera a su servidor de reserva, por eso no puede registrar nada. Avise a soporte técnico.',
    'old-server':
      'La dirección de la base de pagos compartida lleva a un servidor anterior, al que le faltan pagos posteriores. Allí no se registra nada. Pida a soporte técnico que lo apague.',
    'not-durable':
      'El servidor de la base de pagos compartida podría olvidar pagos en un corte de luz, por eso no se envía ningún pago real. Pida a soporte técnico que active esto.',
    'not-utf8':
      'La base de pagos compartida no se creó con la codificación UTF8, por eso no se podrían registrar nombres y respuestas con ciertos caracteres. Pida a soporte técnico que la cree de nuevo.',
    'not-let-in':
      'El servidor de la base de pagos compartida no deja entrar a esta caja: su usuario, contraseña o base es otra, o este equipo no se puede conectar. Avise a soporte técnico; un supervisor escribe una contraseña nueva en Ajustes, Base de pagos.',
    'not-let-in_supervisor':
      'El servidor de la base de pagos compartida no deja entrar a esta caja: su usuario, contraseña o base es otra, o este equipo no se puede conectar. Avise a soporte técnico; escriba una contraseña nueva en Ajustes, Base de pagos.',
    other: 'La base de pagos no se puede usar en este momento. Inténtelo de nuevo o avise a soporte técnico.',
  },
  ledgerNext: {
    disconnected: 'Los pagos continúan en cuanto vuelva.',
    full: 'Los pagos continúan en cuanto haya una conexión libre.',
    'waits-for-standby': 'Los pagos continúan en cuanto vuelva el servidor de reserva.',
  },
  'ledger-not-chosen': { title: 'No se cambió nada. Esta base de pagos no se puede usar.' },
  'not-recorded': {
    title: 'La respuesta llegó y aún no se puede escribir. No vuelva a cobrar.',
    safe: 'Está guardada con seguridad en este equipo y se escribe en cuanto vuelva la base de pagos, aunque el programa termine antes. No se envía nada más.',
    unsafe:
      'Tampoco se puede escribir en el disco de este equipo. El programa sigue intentándolo y no envía nada más. Anote esto antes de cerrar la ventana.',
  },
  vault: {
    title: 'No se envió nada. No se pueden leer las claves del comercio.',
    'no-key-store':
      'Este sistema no tiene almacén de claves, o no se abrió, por eso no se guarda ninguna. Ábralo e inicie Caja de nuevo, o defina una frase en Ajustes.',
    'locked-now':
      'El almacén de claves del sistema no se puede abrir en este momento. No se perdió nada. Ábralo e inténtelo de nuevo, o inicie Caja de nuevo.',
    asking:
      'El sistema está pidiendo la contraseña de su almacén de claves. Busque su ventana, quizás detrás de esta, y respóndala. Luego inténtelo de nuevo. No se perdió nada.',
    'cannot-decrypt':
      'Las claves se cerraron con otro usuario u otro equipo. Pida a un supervisor que las escriba de nuevo.',
    'cannot-decrypt_supervisor':
      'Las claves se cerraron con otro usuario u otro equipo. Escríbalas de nuevo en Ajustes, Comercios.',
    locked: 'El almacén de claves está bloqueado. Pida que escriban su frase en Ajustes.',
    'wrong-passphrase': 'La frase de acceso no es correcta. No se cambió nada.',
    damaged:
      'El archivo de las claves no se puede leer. Se conserva tal como está, y no se envía nada hasta que un supervisor decida seguir sin él.',
    damaged_supervisor:
      'El archivo de las claves no se puede leer. Se conserva tal como está, y no se envía nada hasta que usted decida seguir sin él.',
    newer: 'Una versión más nueva de Caja hizo el archivo de las claves. Queda tal como está. Actualice esta versión.',
    'cannot-write': 'No se puede escribir en el archivo de las claves. Avise a soporte técnico.',
  },
  'secrets-elsewhere': {
    title: 'No se envió nada. Las claves son de otro lugar.',
    address: 'Se escribieron para {{keyedFor}}, y ahora la dirección es {{asked}}.',
    authority: 'Se escribieron para {{keyedFor}}, y ahora se confía en otra autoridad de certificación: {{asked}}.',
    proxy: 'Se escribieron para {{keyedFor}}, y ahora irían por otro camino: {{asked}}.',
    unknown: 'No se sabe para qué dirección se escribieron. La dirección es {{asked}}.',
    next: 'Si es correcto, pida a un supervisor que escriba las claves de nuevo en Ajustes, Comercios. Si nadie lo cambió, avise a soporte técnico.',
    next_supervisor:
      'Si es correcto, escriba las claves de nuevo en Ajustes, Comercios. Si nadie lo cambió, avise a soporte técnico.',
  },
  'merchant-changed': {
    title: 'No se envió nada.',
    body: 'Ahora se usa otro comercio. Verifique el nombre del comercio e inténtelo de nuevo.',
  },
  'merchant-missing': {
    title: 'No se envió nada. Esta preautorización es de otro comercio.',
    body: 'Se hizo para {{name}} ({{environment}}), que no está configurado en este equipo. Captúrela donde sí lo está, o pida a un supervisor que lo configure aquí con el mismo archivo de aprovisionamiento.',
    body_supervisor:
      'Se hizo para {{name}} ({{environment}}), que no está configurado en este equipo. Captúrela donde sí lo está, o configúrelo aquí con el mismo archivo de aprovisionamiento.',
  },
  'other-environment': {
    title: 'No se envió nada.',
    body: 'Esta preautorización se hizo en {{environment}}, y el comercio en uso no es de ahí. Cambie a su comercio en Ajustes y captúrela después.',
  },
  'merchant-incomplete': {
    title: 'No se envió nada.',
    body: 'El comercio no está completo: {{missing}}. Pida a un supervisor que abra Ajustes.',
    body_supervisor: 'El comercio no está completo: {{missing}}. Complételo en Ajustes, Comercios.',
    missing: {
      cclw: 'código web del comercio',
      apiKey: 'clave de API',
      baseUrl: 'dirección del servicio',
      clientCertificate: 'certificado de cliente',
      captureTokenFieldConfirmed: 'confirmación del campo de captura',
      other: '{{name}}',
    },
  },
  'hold-not-open': {
    title: 'No se envió nada. Esta preautorización no se puede capturar ni anular ahora.',
    open: 'Está abierta otra vez. Inténtelo una vez más.',
    capturing: 'Se está capturando en este momento, quizás en otra caja.',
    captured: 'Ya se capturó, así que se cobró al cliente.',
    'capture-unknown': 'Aún no se sabe qué pasó con su captura. Consulte primero esa captura.',
    voiding: 'Se está anulando en este momento, quizás en otra caja.',
    'void-unknown': 'Aún no se sabe qué pasó con su anulación. Consulte primero esa anulación.',
    voided: 'Se anuló. No se cobró nada.',
    doubtful:
      'La respuesta tardía del servicio contradice la resolución que la abrió. Un supervisor debe resolverlo primero.',
    doubtful_supervisor:
      'La respuesta tardía del servicio contradice la resolución que la abrió. Resuelva eso primero.',
    altered:
      'Su registro no es fiable: se cambió fuera de Caja o viene de una caja que esta no conoce. Pida a un supervisor que revise Ajustes, Auditoría.',
    altered_supervisor:
      'Su registro no es fiable: se cambió fuera de Caja o viene de una caja que esta no conoce. Revise Ajustes, Auditoría.',
    unlisted: 'Una versión más nueva de Caja hizo con ella algo que esta no conoce. Actualice esta.',
  },
  'not-offered': {
    title: 'No se envió nada.',
    merchant: {
      void: 'Este comercio no anula preautorizaciones. Un supervisor puede activarlo en Ajustes cuando el operador del servicio lo confirme.',
      void_supervisor:
        'Este comercio no anula preautorizaciones. Puede activarlo en Ajustes cuando el operador del servicio lo confirme.',
      refund:
        'Este comercio no devuelve. Un supervisor puede activarlo en Ajustes cuando el operador del servicio lo confirme.',
      refund_supervisor:
        'Este comercio no devuelve. Puede activarlo en Ajustes cuando el operador del servicio lo confirme.',
      recharge:
        'Este comercio no cobra otra vez a una tarjeta anterior. Un supervisor puede activarlo en Ajustes cuando el operador del servicio lo confirme.',
      recharge_supervisor:
        'Este comercio no cobra otra vez a una tarjeta anterior. Puede activarlo en Ajustes cuando el operador del servicio lo confirme.',
    },
    family: {
      void: 'Una preautorización de la interfaz de formulario no se puede anular aquí: nada muestra que el servicio lo haga.',
      refund: 'Un cobro de la interfaz de formulario no se puede devolver aquí: nada muestra que el servicio lo haga.',
      recharge:
        'A una tarjeta de la interfaz de formulario no se le puede cobrar otra vez: nada muestra que el servicio lo haga. Escríbala.',
    },
  },
  'open-claim': {
    title: 'No se devolvió nada. El cliente reclamó este pago ante el banco.',
    body: 'El banco toma el dinero por su cuenta, así que una devolución lo pagaría dos veces. Responda al reclamo ante el operador del servicio.',
  },
  'over-refund': {
    title: 'No se devolvió nada. Es más de lo que queda del cobro.',
    elsewhere: 'Los registros del servicio muestran que allá ya se devolvieron {{amount}}, y no desde Caja.',
    left: 'Quedan {{left}} por devolver. Cuentan también las devoluciones en camino o sin confirmar.',
    nothing: 'No queda nada por devolver. Cuentan también las devoluciones en camino o sin confirmar.',
  },
  'seats-awaited': {
    title: 'No se envió nada. Otra caja tiene que conectarse antes.',
    body: 'La base de pagos volvió a un estado anterior. Lo que hicieron antes estas cajas no se sabe aquí hasta que se conecten: {{seats}}. Enciéndalas. Si alguna no se puede encender, un supervisor compara el pago con el servicio y lo confirma en Ajustes, Base de pagos.',
    body_supervisor:
      'La base de pagos volvió a un estado anterior. Lo que hicieron antes estas cajas no se sabe aquí hasta que se conecten: {{seats}}. Enciéndalas. Si alguna no se puede encender, compare el pago con el servicio y confírmelo en Ajustes, Base de pagos.',
  },
  'payment-altered': {
    title: 'No se envió nada. El registro del pago anterior no es fiable.',
    body: 'Se cambió fuera de Caja o viene de una caja que esta no conoce, así que no se mueve dinero por él. Pida a un supervisor que revise Ajustes, Auditoría.',
    body_supervisor:
      'Se cambió fuera de Caja o viene de una caja que esta no conoce, así que no se mueve dinero por él. Revise Ajustes, Auditoría.',
  },
  'card-not-chargeable': {
    title: 'No se cobró nada. A esta tarjeta no se le puede cobrar otra vez.',
    'not-approved': 'La tarjeta nunca se aprobó en este pago. Pida la tarjeta y escríbala.',
    voided:
      'Su preautorización se anuló, y nada muestra que el servicio acepte la tarjeta después. Pida la tarjeta y escríbala.',
    forgotten: 'La tarjeta se olvidó por pedido del cliente. Pida la tarjeta y escríbala.',
    'no-reference': 'No consta la referencia del primer pago en el servicio. Pida la tarjeta y escríbala.',
  },
  'amount-not-allowed': {
    title: 'No se envió nada.',
    body: 'El monto debe ser el de la preautorización.',
  },
  'capture-field-unconfirmed': {
    title: 'No se envió nada.',
    body: 'Primero hay que confirmar para este comercio el campo que lleva el token de una captura ({{field}}).',
  },
  'changed-meanwhile': {
    title: 'No se registró nada. El pago cambió mientras tanto.',
    body: 'El servicio respondió u otra persona lo resolvió. Cierre esto y véalo de nuevo.',
  },
  'reference-used': {
    title: 'No se registró nada. Otro pago tiene esta referencia.',
    body: 'Revise la referencia: con ella, la captura cobraría el otro pago.',
  },
  'hold-settled': {
    title: 'No se registró nada. Ya cuenta otra captura de esta preautorización.',
    body: 'Una preautorización se cobra una sola vez. Si el servicio muestra dos cobros, pida allí que devuelvan uno; luego registre aquí que este se rechazó y dígalo en la nota.',
  },
  'not-found': { title: 'No se encontró.', body: 'Ya no está en la base de pagos.' },
  'name-taken': { title: 'No se guardó.', body: 'Otro ya tiene este nombre. Elija un nombre distinto.' },
  busy: {
    title: 'Ahora no. Hay un pago en curso.',
    body: 'No se cambió nada. Inténtelo de nuevo en cuanto llegue su respuesta.',
  },
  'work-under-way': {
    title: 'Ahora no. Hay otro trabajo en curso.',
    body: 'No se empezó nada. {{work}} sigue en curso: espere a que termine o cancele.',
  },
  'altered-copy': {
    title: 'No se restauró. La base de pagos sigue como estaba.',
    body: 'Este respaldo tiene una parte que Caja no hizo y que podría cambiar pagos: {{object}}. Elija otro respaldo.',
  },
  'settled-elsewhere': {
    title: 'No se copió nada. Estos pagos pueden estar también en otra base de pagos.',
    body: 'Se copiaron allí o vienen de un respaldo de ella, y una preautorización podría capturarse en las dos. Un supervisor elige la base de este equipo, compara con el servicio y confirma allí; después elige esta y copia.',
    body_supervisor:
      'Se copiaron allí o vienen de un respaldo de ella, y una preautorización podría capturarse en las dos. Elija la base de este equipo, compare con el servicio y confirme allí; después elija esta y copie.',
  },
  'too-recent': {
    title: 'No se eliminó nada.',
    body_one:
      'Los pagos de la última hora permanecen, porque Caja busca duplicados entre ellos. Elija un día anterior.',
    body_other:
      'Los pagos de las últimas {{count}} horas permanecen, porque Caja busca duplicados entre ellos. Elija un día anterior.',
  },
  file: {
    title: 'No se pudo usar el archivo.',
    notSaved: 'El archivo no se guardó.',
    body: '{{detail}}',
    missing: 'La carpeta o el archivo no existe.',
    refused: 'No se permite escribir ahí, u otro programa tiene abierto el archivo.',
    full: 'El disco está lleno.',
    unlike: 'No es un respaldo de Caja.',
  },
  'not-printed': {
    title: 'No se pudo imprimir.',
    body: 'Revise la impresora e inténtelo de nuevo, o guárdelo como PDF.',
  },
  'newer-file': {
    title: 'No se guardó. Una versión más nueva de Caja hizo este archivo.',
    body: 'Queda tal como está: {{file}}. Actualice Caja y vuelva a intentarlo.',
  },
  'damaged-file': {
    title:
      'No se envió ni se cambió nada. Un archivo del que dependen los pagos no se puede leer o se cambió fuera de Caja.',
    body: 'Se conserva tal como está: {{file}}. Pida a un supervisor que decida.',
    body_supervisor: 'Se conserva tal como está: {{file}}. Decida en el aviso de arriba.',
  },
  'cannot-connect': { title: 'Sin conexión.', body: '{{detail}}' },
  'set-by-policy': {
    changed: 'No se cambió nada. Esto lo fija su empresa.',
    sent: 'No se envió ni se cambió nada. Su empresa lo fija de otra manera.',
    language: 'El idioma es el mismo para todos en este equipo.',
    'idle-lock': 'El tiempo hasta que la caja se bloquea está fijado para este equipo.',
    ledger:
      'La base de pagos de este equipo está fijada. Aquí solo se cambian su contraseña y su número de conexiones.',
    'ledger-in-use':
      'Para esta caja está fijada otra base de pagos. Un supervisor cambia a ella en Ajustes, Base de pagos; entonces continúan los pagos.',
    'ledger-in-use_supervisor':
      'Para esta caja está fijada otra base de pagos. Cambie a ella en Ajustes, Base de pagos; entonces continúan los pagos.',
    merchants:
      'Los comercios vienen con el archivo de aprovisionamiento de la empresa. Aquí no se pueden agregar, cambiar ni quitar.',
    'merchant-not-allowed':
      'La política de la empresa para este equipo no tiene ningún comercio con este nombre, ambiente, dirección, autoridad de certificación y proxy. Avise a soporte técnico.',
    unusable:
      'La política de la empresa para este equipo no se puede usar, así que lo que puede fijar queda como está. Avise a soporte técnico.',
  },
  internal: {
    title: 'Algo falló en el programa.',
    body: 'Si se estaba enviando un pago, búsquelo en Historial antes de repetirlo. Diga esta referencia a soporte técnico: {{reference}}.',
  },
};
