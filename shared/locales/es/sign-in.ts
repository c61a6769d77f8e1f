/** Spanish: the session: signing in, locking, the first supervisor, a supervisor's approval. */
import type { signIn as english } from '#shared/locales/en/sign-in.ts';
import type { Translated } from '#shared/locales/translated.ts';

export const signIn: Translated<typeof english> = {
  title: 'Entrar',
  operator: 'Operador',
  operatorHint: 'Escriba un nombre o elíjalo.',
  passcode: 'Clave',
  submit: 'Entrar',
  replaced:
    'Este puesto tiene ahora los operadores del registro compartido. Entre con un nombre y una clave de ese registro.',
  required: 'Escríbalo; hace falta.',
  locked: {
    title: 'Bloqueado',
    text: 'El trabajo de {{name}} espera. Escriba su clave para seguir.',
    unlock: 'Desbloquear',
    other: 'Entra otra persona',
    otherText: 'Lo que {{name}} estaba escribiendo se pierde. Los pagos enviados están en Historial.',
  },
  wrong: {
    title: 'El nombre y la clave no corresponden.',
    left_one: 'Una clave equivocada más y {{name}} tendrá que esperar.',
    left_other: '{{count}} claves equivocadas más y {{name}} tendrá que esperar.',
  },
  out: {
    title: 'Demasiadas claves equivocadas.',
    wait: 'No se mira ninguna clave de este operador antes de las {{time}}. Un supervisor puede poner otra en Ajustes, Operadores.',
  },
  fresh: {
    title: 'Elija su propia clave',
    text: 'Otra persona conoce la clave con la que entró, {{name}}. Desde ahora debe saberla solo usted.',
    submit: 'Guardarla y seguir',
    out: 'Cerrar sesión',
  },
  next: 'Clave nueva',
  nextHint: '6 caracteres o más. No un mismo carácter repetido ni una serie como 123456.',
  repeat: 'Repítala',
  differs: 'Las dos no son iguales.',
  tooShort: 'Use 6 caracteres o más.',
  tooEasy: 'Muy fácil de adivinar. Elija otra.',
  unchanged: 'Es la clave actual. Elija otra.',
  first: {
    title: 'Cree el supervisor',
    text: '{{merchant}} cobra tarjetas reales. Antes, este puesto tiene que saber quién trabaja aquí.',
    afterwards: 'El supervisor agrega a los demás operadores en Ajustes.',
    name: 'Su nombre',
    nameHint: 'Queda en el registro de todo lo que haga y no cambia.',
    submit: 'Crear y entrar',
    practise: 'Ir a práctica',
  },
  damaged: {
    title: 'Nadie puede entrar',
    text: 'El archivo de los operadores de este puesto está dañado. Aquí no se puede hacer ningún pago, y no se perdió ninguno.',
    next: 'Pida a quien cuida este equipo que recupere el archivo de una copia, o que inicie Caja con un archivo de aprovisionamiento que nombre a los operadores.',
    file: 'El archivo',
  },
  newer: {
    title: 'Este puesto necesita la versión más nueva de Caja',
    text: 'Una versión más nueva hizo el archivo de los operadores de este puesto, por eso nadie puede entrar con esta. Aquí no se puede hacer ningún pago, y no se perdió ninguno.',
    next: 'Pida a quien cuida este equipo que instale de nuevo la versión más nueva. El archivo queda tal como está.',
  },
  approval: {
    supervisor: 'Supervisor',
    submit: 'Dejarlo pasar',
  },
};
