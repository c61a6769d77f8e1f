/** Spanish: connection. */
import type { connection as english } from '#shared/locales/en/settings/connection.ts';
import type { Translated } from '#shared/locales/translated.ts';

export const connection: Translated<typeof english> = {
  found: {
    notReached: 'No se revisó porque falló un paso anterior.',

    nameResolved: '{{host}} está en {{addresses}}.',
    nameIsAddress: 'El comercio indica una dirección, {{host}}, así que no hubo que buscar un nombre.',
    nameLeftToProxy: 'El proxy {{proxy}} busca el nombre {{host}}.',
    nameNotFound: 'No se encontró el nombre {{host}} ({{code}}). Revise cómo está escrito y la conexión de red.',

    connected: 'El puerto {{port}} de {{host}} acepta conexiones.',
    connectedThroughProxy: 'El proxy {{proxy}} dejó pasar la conexión al puerto {{port}} de {{host}}.',
    refused: 'El puerto {{port}} de {{host}} no acepta conexiones. Revise la dirección del servicio.',
    unreachable: 'No se puede llegar a {{host}} ({{code}}). Revise la conexión de red y el cortafuegos.',
    tooSlow: '{{host}} no respondió en {{limit}} ms.',
    proxyFailed: 'El proxy no deja pasar la conexión ({{detail}}).',
    notConnected: 'No se pudo conectar con {{host}} ({{code}}).',

    encrypted: 'Cifrada con {{version}}, {{cipher}}.',
    tooOld: 'El servicio ofrece un cifrado anterior a TLS 1.3. No se le enviará nada.',
    notEncrypted: 'No se pudo establecer una conexión segura ({{code}}).',
    spokeFirst: '{{host}} envió algo antes de que se le pidiera nada.',

    certificateGood: 'El certificado es de {{host}} y vale hasta el {{validTo}}.',
    certificateEndsSoon: 'El certificado es de {{host}} y vence en {{days}} días, el {{validTo}}.',
    certificateExpired:
      'El certificado venció el {{validTo}}. Revise el reloj de este equipo; si está bien, avise al servicio.',
    certificateNotYet: 'El certificado vale a partir del {{validFrom}}. Revise el reloj de este equipo.',
    certificateOtherHost: 'El certificado es de {{names}}, no de {{host}}.',
    certificateUntrusted:
      'El certificado viene de {{issuer}}, una autoridad en la que aquí no se confía ({{code}}). Si el operador del servicio dio su archivo, elíjalo en Avanzado.',

    authoritiesUnreadable:
      'No se puede leer la autoridad de certificación adicional del comercio. Elija el archivo otra vez.',

    noClientCertificate: 'El comercio no tiene certificado de cliente y el servicio acepta la conexión sin él.',
    clientCertificateTaken: 'El servicio aceptó la conexión con el certificado de cliente del comercio.',
    clientCertificateEnds: 'El servicio aceptó la conexión, pero el certificado de cliente vence el {{validTo}}.',
    clientCertificateMissing: 'El servicio pide un certificado de cliente y el comercio no tiene ninguno.',
    clientCertificateRefused: 'El servicio no aceptó el certificado de cliente del comercio.',
    clientCertificateUnreadable:
      'No se puede leer el certificado de cliente del comercio ({{code}}). Revise el archivo, su clave y su contraseña.',

    clockRight: 'El reloj de este equipo coincide con el del servicio: {{seconds}} s de diferencia.',
    clockAhead: 'El reloj de este equipo está adelantado {{seconds}} s respecto al servicio. Ajústelo.',
    clockBehind: 'El reloj de este equipo está atrasado {{seconds}} s respecto al servicio. Ajústelo.',
    clockUnknown: 'El servicio no informa su hora.',

    answered: 'El servicio responde (HTTP {{status}}). No se envió ninguna transacción.',
    answeredWithError: 'El servicio responde con un error propio (HTTP {{status}}). No se envió ninguna transacción.',
    noAnswer: 'Hay conexión, pero el servicio no respondió ({{code}}).',
  },
};
