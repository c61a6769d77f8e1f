/** English: the findings of the connection check, one plain sentence each. */
export const connection = {
  found: {
    notReached: 'Not checked, because an earlier step failed.',

    nameResolved: '{{host}} is at {{addresses}}.',
    nameIsAddress: 'The merchant names an address, {{host}}, so no name had to be looked up.',
    nameLeftToProxy: 'The proxy {{proxy}} looks up the name {{host}}.',
    nameNotFound: 'The name {{host}} was not found ({{code}}). Check the spelling and the network connection.',

    connected: 'Port {{port}} of {{host}} takes connections.',
    connectedThroughProxy: 'The proxy {{proxy}} let the connection through to port {{port}} of {{host}}.',
    refused: 'Port {{port}} of {{host}} refuses connections. Check the address of the service.',
    unreachable: '{{host}} can not be reached ({{code}}). Check the network connection and the firewall.',
    tooSlow: 'No answer from {{host}} within {{limit}} ms.',
    proxyFailed: 'The proxy does not let the connection through ({{detail}}).',
    notConnected: 'No connection to {{host}} could be made ({{code}}).',

    encrypted: 'Encrypted with {{version}}, {{cipher}}.',
    tooOld: 'The service offers an encryption older than TLS 1.3. Nothing will be sent to it.',
    notEncrypted: 'No secure connection could be made ({{code}}).',
    spokeFirst: '{{host}} sent something before it was asked for anything.',

    certificateGood: 'The certificate is for {{host}} and good until {{validTo}}.',
    certificateEndsSoon: 'The certificate is for {{host}} and ends in {{days}} days, on {{validTo}}.',
    certificateExpired:
      'The certificate ended on {{validTo}}. Check this computer’s clock; if it is right, tell the service.',
    certificateNotYet: 'The certificate begins on {{validFrom}}. Check this computer’s clock.',
    certificateOtherHost: 'The certificate is for {{names}}, not for {{host}}.',
    certificateUntrusted:
      'The certificate comes from {{issuer}}, an authority that is not trusted here ({{code}}). If the service’s operator gave you its file, choose it under Advanced.',

    authoritiesUnreadable: 'The further certificate authority of the merchant can not be read. Choose the file again.',

    noClientCertificate: 'The merchant has no client certificate, and the service takes the connection without one.',
    clientCertificateTaken: 'The service took the connection with the merchant’s client certificate.',
    clientCertificateEnds: 'The service took the connection, but the client certificate ends on {{validTo}}.',
    clientCertificateMissing: 'The service asks for a client certificate and the merchant has none.',
    clientCertificateRefused: 'The service did not accept the merchant’s client certificate.',
    clientCertificateUnreadable:
      'The merchant’s client certificate can not be read ({{code}}). Check the file, its key and its passphrase.',

    clockRight: 'This computer’s clock agrees with the service’s: {{seconds}} s apart.',
    clockAhead: 'This computer’s clock is {{seconds}} s ahead of the service’s. Set it right.',
    clockBehind: 'This computer’s clock is {{seconds}} s behind the service’s. Set it right.',
    clockUnknown: 'The service does not tell its time.',

    answered: 'The service answers (HTTP {{status}}). No transaction was sent.',
    answeredWithError: 'The service answers with an error of its own (HTTP {{status}}). No transaction was sent.',
    noAnswer: 'The connection stands, but the service did not answer ({{code}}).',
  },
} as const;
