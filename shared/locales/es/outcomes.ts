/** Spanish: outcomes of attempts. First the money, then the reason, then the next step. */
import type { outcomes as english } from '#shared/locales/en/outcomes.ts';
import type { Translated } from '#shared/locales/translated.ts';

export const outcomes: Translated<typeof english> = {
  state: {
    sending: 'Enviándose',
    approved: 'Aprobada',
    declined: 'Rechazada',
    rejected: 'No aceptada',
    'not-sent': 'No enviada',
    unknown: 'Sin saber',
  },
  badge: { held: 'Retenido', charged: 'Cobrado', captured: 'Capturado', unlisted: 'Aprobado' },
  sending: {
    title: 'Enviándose. Espere la respuesta.',
    body: '{{amount}} a la {{card}}.',
  },
  held: {
    title: 'Retenido. No se hizo ningún cobro.',
    until: '{{amount}} quedan reservados hasta el {{when}}.',
    untilEstimate:
      '{{amount}} quedan reservados más o menos hasta el {{when}}. El servicio no da fecha; es nuestra estimación.',
    body: '{{amount}} quedan reservados en la {{card}}.',
    next: 'Capture la retención para cobrar.',
  },
  charged: { title: 'Cobrado.', body: '{{amount}} a la {{card}}.' },
  captured: { title: 'Cobrado.', body: 'Se capturó la retención del {{when}}.', plain: 'Se capturó la retención.' },
  unlisted: {
    title: 'Aprobado por una versión más nueva de Caja.',
    body: 'Esta versión no conoce qué tipo de pago de {{amount}} es, así que no puede decir qué pasó con el dinero.',
    next: 'Actualice Caja en esta computadora antes de hacer algo con él.',
  },
  declined: {
    title: 'Rechazada por el banco. No se cobró nada.',
    bankSays: 'El banco dice: «{{text}}».',
    noReason: 'El banco no dio el motivo.',
    next: 'Pida otra tarjeta.',
    nextCapture:
      'La retención sigue como estaba. Consulte con el banco del tarjetahabiente antes de intentarlo de nuevo.',
  },
  rejected: {
    title: 'No aceptada. No se cobró nada.',
    withCode: 'El servicio rechazó la solicitud: {{code}}, {{words}}.',
    withText: 'El servicio rechazó la solicitud: «{{text}}».',
    plain: 'El servicio rechazó la solicitud y no dio el motivo.',
    next: 'Corríjala e inténtelo de nuevo.',
    nextAsk: 'Consulte a un supervisor antes de intentarlo de nuevo.',
    nextMerchant: 'Pida a un supervisor que revise los ajustes del comercio. Mientras tanto volverá a ser rechazada.',
    nextCapture: 'La retención sigue como estaba. Consulte a un supervisor antes de intentarlo de nuevo.',
    nextInvalidHold:
      'El servicio no encuentra esta retención: puede haber vencido. Pida a un supervisor que consulte su código de operación; para cobrar al cliente, haga un pago nuevo.',
    nextDeclinedHold:
      'El servicio dice que esta retención nunca se concedió. Para cobrar al cliente, haga un pago nuevo.',
    nextCapturedHold:
      'El servicio dice que una captura anterior ya la cobró. No vuelva a cobrar: pida a un supervisor que la consulte.',
    nextVoidedHold: 'La retención ya no existe. Para cobrar al cliente, haga un pago nuevo.',
  },
  notSent: {
    title: 'No se envió. No se cobró nada.',
    next: 'Puede intentarlo de nuevo.',
    cause: {
      dns: 'No se encontró la dirección del servicio. Revise la conexión de red.',
      refused: 'Sin conexión con el servicio: rehusó la conexión.',
      unreachable: 'Sin conexión con el servicio. Revise la conexión de red.',
      'connect-timeout': 'Sin conexión con el servicio: no respondió a tiempo.',
      'tls-version': 'El servicio ofreció un cifrado anterior a TLS 1.3, por eso no se envió nada.',
      'tls-untrusted':
        'El certificado del servicio es de una autoridad que aquí no es de confianza, por eso no se envió nada.',
      'tls-expired':
        'El certificado del servicio está fuera de fecha, por eso no se envió nada. Revise también el reloj de este equipo.',
      'tls-host': 'El certificado del servicio es de otra dirección, por eso no se envió nada.',
      'tls-client-certificate': 'El servicio no aceptó el certificado de cliente del comercio.',
      'tls-other': 'No se pudo establecer una conexión segura con el servicio.',
      proxy: 'El proxy no dejó pasar la solicitud.',
      cancelled: 'Se canceló antes de que saliera algo.',
      configuration:
        'El comercio no está completo, por eso no se pudo hacer la solicitud. Pida a un supervisor que revise Ajustes.',
      other: 'No se pudo iniciar la solicitud.',
    },
  },
  unknown: {
    title: 'Aún no se sabe. No vuelva a cobrar.',
    next: 'Consúltela o llame a un supervisor.',
    cause: {
      'no-answer': 'La solicitud salió y no llegó respuesta.',
      'connection-lost': 'La solicitud salió y la conexión se cortó antes de la respuesta.',
      truncated: 'La solicitud salió y solo llegó una parte de la respuesta.',
      'not-understood': 'La solicitud salió y la respuesta no se entiende.',
      'http-status': 'La solicitud salió y el servicio contestó con un error propio.',
      redirect: 'La solicitud salió y el servicio señaló otra dirección, que no se siguió.',
      'too-large': 'La solicitud salió y la respuesta era demasiado larga para ser del servicio.',
      pending: 'El servicio dice que todavía la está procesando.',
      crash: 'El programa se detuvo mientras la solicitud estaba en camino.',
    },
  },
  resolved: {
    title: {
      approved: 'Resuelta: sí se hizo.',
      declined: 'Resuelta: rechazada. No se cobró nada.',
      rejected: 'Resuelta: no aceptada. No se cobró nada.',
      'not-sent': 'Resuelta: nunca llegó al servicio. No se cobró nada.',
    },
    byPerson: '{{operator}} la consultó el {{when}}.',
    byQuery: 'Se consultó al servicio el {{when}}.',
    reference: 'Referencia: {{reference}}',
    note: 'Nota: {{note}}',
  },
  difference: 'Se pidieron {{asked}} y el servicio respondió {{answered}}. Verifíquelo antes de terminar la llamada.',
  service: {
    label: 'Palabras del servicio',
    code: 'código {{code}}',
    http: 'HTTP {{status}}',
    time: 'hora del servicio {{time}}',
    authStatus: 'estado {{status}}',
  },
  receipt: 'Abrir el recibo',
  moreReferences: 'Más referencias',
  risk: {
    label: 'Riesgo',
    low: 'Riesgo bajo',
    medium: 'Algo de riesgo. Verifique los datos del cliente.',
    high: 'Riesgo alto. Consulte a un supervisor antes de entregar algo.',
    unrated: 'El servicio no dio puntuación.',
    score: 'Puntuación {{score}} de 100',
    disposition: 'Consejo del servicio: {{text}}',
    issuer: 'Emitida por {{issuer}}',
    issuerIn: 'Emitida por {{issuer}}, {{country}}',
    issuerCountry: 'Emitida en {{country}}',
    prepaid: 'Tarjeta prepagada',
    kind: 'Tarjeta: {{kind}}',
    ip: 'Conexión del comprador desde {{country}}',
    ipRisk: 'Conexión del comprador: riesgo {{score}} de 100',
    email: 'El correo es conocido por fraudes',
  },
};
