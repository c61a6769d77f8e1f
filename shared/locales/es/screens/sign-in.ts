/** Spanish: the session: signing in, locking, the first supervisor, a supervisor's approval. */
import type { signIn as english } from '#shared/locales/en/screens/sign-in.ts';
import type { Translated } from '#shared/locales/translated.ts';

export const signIn: Translated<typeof english> = {
  title: 'Entrar',
  operatorHint: 'Escriba un nombre o elíjalo.',
  passcode: 'Clave',
  ended: {
    inactive: 'Un supervisor desactivó al operador que trabajaba aquí. Los pagos enviados están en Historial.',
    replaced:
      'Esta caja tiene ahora los operadores de la base de pagos compartida. Entre con un nombre y una clave de esa base.',
  },
  required: 'Falta este dato.',
  locked: {
    title: 'Bloqueado',
    text: 'Sesión de {{name}} bloqueada. Escriba su clave para seguir.',
    refused: 'La clave de un supervisor fue incorrecta demasiadas veces. Lo que la pedía no se hizo.',
    unlock: 'Desbloquear',
    other: 'Cambiar de usuario',
    otherText: 'Lo que {{name}} estaba escribiendo se pierde. Los pagos enviados están en Historial.',
  },
  wrong: {
    passcode: 'Clave incorrecta.',
    left_one: 'Queda {{count}} intento.',
    left_other: 'Quedan {{count}} intentos.',
  },
  out: {
    wait: 'Podrá intentarlo de nuevo a las {{time}}. Un supervisor puede poner otra clave en Ajustes, Operadores.',
  },
  fresh: {
    title: 'Elija su propia clave',
    text: {
      known: 'Otra persona conoce la clave con la que entró, {{name}}. Desde ahora debe saberla solo usted.',
      weak: 'La clave con la que entró, {{name}}, es muy corta o muy fácil según la regla actual. Elija otra.',
    },
    submit: 'Guardarla y seguir',
  },
  next: 'Clave nueva',
  nextHint: 'Al menos 12 caracteres u 8 dígitos; no 11111111 ni 12345678.',
  repeat: 'Repítala',
  differs: 'Las dos no son iguales.',
  tooShort: 'Use 12 caracteres o más, u 8 dígitos o más.',
  tooEasy: 'Muy fácil de adivinar. Elija otra.',
  unchanged: 'Es la clave actual. Elija otra.',
  first: {
    title: 'Cree el supervisor',
    text: '{{merchant}} cobra tarjetas reales. Antes, esta caja tiene que saber quién trabaja aquí.',
    afterwards: 'El supervisor agrega a los demás operadores en Ajustes.',
    name: 'Su nombre',
    nameHint: 'Queda en el registro de todo lo que haga y no cambia.',
    submit: 'Crear y entrar',
    practise: 'Ir a práctica',
  },
  damaged: {
    title: 'Nadie puede entrar',
    text: 'El archivo de los operadores de esta caja no se puede leer. Aquí no se puede hacer ningún pago, y no se perdió ninguno.',
    next: 'Pida a soporte técnico que permita que Caja lea el archivo, que lo recupere de un respaldo, o que inicie Caja con un archivo de aprovisionamiento firmado que nombre a los operadores.',
    file: 'El archivo',
  },
  newer: {
    title: 'Esta caja necesita la versión más nueva de Caja',
    text: 'Una versión más nueva hizo el archivo de los operadores de esta caja, por eso nadie puede entrar con esta. Aquí no se puede hacer ningún pago, y no se perdió ninguno.',
    next: 'Pida a soporte técnico que instale de nuevo la versión más nueva. El archivo queda tal como está.',
  },
  provisioning: {
    title: 'Un archivo de aprovisionamiento necesita un supervisor',
    text: 'Caja recibió el archivo {{file}}, que cambiaría lo siguiente:',
    operators: 'Operadores: {{names}}',
    merchant: {
      new: 'Comercio nuevo {{name}}, con claves para {{origin}}',
      replaced: 'Se reemplaza el comercio {{name}} de otro ambiente; sus claves van a {{origin}}',
      address: 'Comercio {{name}}: sus claves irán a {{origin}}, o por otro camino',
      keys: 'Comercio {{name}}: otras claves para {{origin}}',
      rules:
        'Comercio {{name}}: se permite más, se buscan duplicados en menos horas, la moneda es otra o se ejecuta otro script',
    },
    ledger: 'La base de pagos queda en {{host}}, o con otra contraseña',
    wrong: 'No se pudo aplicar:',
    allow: 'Autorizar',
    dismiss: 'No aplicarlo',
    'idle-lock': 'Minutos hasta que se bloquea la caja',
    'in-use': 'Se pone en uso el comercio {{name}}, que cobra tarjetas reales',
    'card-key': 'Otra clave para reconocer tarjetas',
    'signing-key': 'Otra clave que da fe de estos archivos',
  },
  stepUp: {
    title: 'Un supervisor tiene que autorizar esto',
    own: 'Escriba su clave otra vez',
    stays: 'Su sesión sigue abierta.',
    act: {
      lookalike: 'Este pago se parece a uno anterior.',
      amount: 'Este pago supera un límite.',
      reversal: 'Esto devuelve dinero a un cliente o lo libera.',
      purge: 'Esto elimina pagos de la base de pagos.',
      restore: 'Esto pone un respaldo en lugar de la base de pagos.',
      export: 'Esto guarda pagos en un archivo.',
      production: 'Después de esto, en esta caja se cobra de verdad.',
      secrets: 'Esto cambia las claves del comercio o el lugar al que se envían.',
      passphrase: 'Con esto se cambia la frase del almacén de claves.',
      ledger: 'Esto elige otra base de pagos para los pagos de esta caja.',
      server: 'Con esto se sigue con una base de pagos que había perdido pagos, sin esperar a otras cajas.',
      seat: 'Con esto se admite una caja: desde entonces cuenta lo que diga de operadores y de pagos eliminados.',
      provision: 'Esto aplica un archivo de aprovisionamiento.',
      'damaged-file': 'Con esto se decide sobre un archivo dañado o cambiado del que dependen los pagos.',
      operators: 'Con esto se decide quién puede autorizar pagos, o hasta qué monto no hace falta.',
    },
    submit: 'Autorizar',
  },
  approval: {
    submit: 'Aprobar este pago',
  },
};
