/** English: failures of the program, and their meaning for the money. */
export const failures = {
  invalid: {
    title: 'Nothing was sent.',
    body: 'Some fields are not right: {{fields}}.',
    plain: 'Some fields are not right.',
  },
  'not-permitted': {
    title: 'Nothing was done.',
    cashier: 'This needs somebody who is signed in.',
    'back-office': 'This needs somebody of the back office or a supervisor.',
    supervisor: 'This needs a supervisor.',
  },
  'signed-out': { title: 'Nothing was done.', body: 'Sign in and try again.' },
  'wrong-passcode': {
    title: 'Wrong name or passcode.',
    body: 'Nothing was done. Check both and try again.',
  },
  'locked-out': {
    title: 'Too many attempts.',
    body: 'You can try again later. Nothing was done.',
  },
  'last-supervisor': {
    title: 'Nothing was changed.',
    body: 'Nobody would be left who may change operators. Make somebody else a supervisor first.',
  },
  'operators-unconfirmed': {
    title: 'Only cashiers can sign in now.',
    body: 'The shared payment database has not answered for more than a day, so this seat can’t know who else still may. Ask whoever looks after it.',
  },
  'passcode-to-replace': {
    title: 'This passcode has to be replaced first.',
    body: 'Nothing was done. Sign in with it, choose a new one, then try again.',
  },
  'step-up-needed': {
    done: 'Nothing was done.',
    sent: 'Nothing was sent.',
    own: 'It needs your passcode once more.',
    other: 'A supervisor has to allow it, with their passcode at this seat.',
  },
  duplicate: {
    title: 'Nothing was sent. This looks like an earlier payment.',
    reason: 'The same card and amount were used before. If it is a new payment, say why.',
    supervisor: 'We don’t know yet what became of the earlier one. Only a supervisor may go on.',
  },
  ledger: {
    title: 'Nothing was sent. The payment database can’t be written.',
    reading: 'The payment database can’t be read.',
    giving: 'The document could not be made. The payment database can’t be read.',
    recording: 'Nothing was recorded. The payment database can’t be written.',
    locked: 'Another program holds the file of the payment database. Close it and try again.',
    busy: 'The shared payment database is busy. Try again in a moment.',
    'disk-full': 'The disk is full. Free some space and try again.',
    'read-only': 'The folder of the payment database can’t be written to. Ask whoever looks after this computer.',
    corrupt: 'The file of the payment database is damaged. It was kept as it is. Ask a supervisor to restore a backup.',
    corrupt_supervisor: 'The file of the payment database is damaged. It was kept as it is. Restore a backup.',
    'newer-version': 'A newer version of Caja keeps this payment database now. Update Caja on this computer.',
    'choice-damaged':
      'The file that says which payment database this seat uses can’t be read, and is kept as it is. Ask a supervisor to choose the database again in Settings, Payment database.',
    'choice-damaged_supervisor':
      'The file that says which payment database this seat uses can’t be read, and is kept as it is. Choose the database again in Settings, Payment database.',
    'log-damaged':
      'A part of the payment database is damaged. It is kept as it is, and nothing is sent until a supervisor goes on without it.',
    'log-damaged_supervisor':
      'A part of the payment database is damaged. It is kept as it is, and nothing is sent until you go on without it.',
    'writing-back':
      'The payment database had lost payments of this seat, which are written there again. Payments go on as soon as that is done.',
    updating:
      'The payment database is being brought up to date for this version of Caja. Payments go on as soon as that is done.',
    altered:
      'The payment database is not as Caja made it, so payments in it could be changed. It was left as it is. Ask a supervisor to restore a backup or, where it is shared, whoever looks after the server.',
    altered_supervisor:
      'The payment database is not as Caja made it, so payments in it could be changed. It was left as it is. Restore a backup or, where it is shared, ask whoever looks after the server.',
    'clock-off':
      'The clocks of this computer and of the shared payment database’s server differ by many hours, so an equal payment could be missed. Set date, time and time zone of this computer, or ask whoever looks after the server.',
    disconnected: 'The shared payment database does not answer.',
    untrusted:
      'There is no secure connection to the shared payment database: its server offers none, or its certificate is not trusted here. Ask whoever looks after the server.',
    'unsafe-sign-in':
      'The server of the shared payment database does not sign seats in by SCRAM, so it was not given the password. Ask whoever looks after the server.',
    'password-elsewhere':
      'The password of the shared payment database was entered for another server, and was given to nobody. If the new address is right, ask a supervisor to enter the password for it in Settings, Payment database. If nobody changed the address, tell whoever looks after this computer.',
    'password-elsewhere_supervisor':
      'The password of the shared payment database was entered for another server, and was given to nobody. If the new address is right, enter the password for it in Settings, Payment database. If nobody changed the address, tell whoever looks after this computer.',
    'not-postgres':
      'Something that is not a PostgreSQL server answers at the address of the shared payment database. Ask whoever looks after the server.',
    standby:
      'The address of the shared payment database leads to a server that can only be read, as a standby server is. Ask whoever looks after the server.',
    full: 'The server of the shared payment database has no connection free for this seat. Ask whoever looks after the server to allow more.',
    'waits-for-standby':
      'The server of the shared payment database waits for its standby server, so it can’t record anything. Ask whoever looks after the servers.',
    'old-server':
      'The address of the shared payment database leads to a former server, which lacks later payments. Nothing is recorded there. Ask whoever looks after the servers to shut it down.',
    'not-durable':
      'The server of the shared payment database could forget payments in a power cut, so no real payment is sent. Ask whoever looks after it to switch this on.',
    'not-utf8':
      'The shared payment database was not made with the encoding UTF8, so names and answers with some characters could not be recorded. Ask whoever looks after the server to make it anew.',
    'not-let-in':
      'The server of the shared payment database does not let this seat in: its user, password or database is another one, or this computer may not connect. Ask whoever looks after the server; a supervisor enters a new password in Settings, Payment database.',
    'not-let-in_supervisor':
      'The server of the shared payment database does not let this seat in: its user, password or database is another one, or this computer may not connect. Ask whoever looks after the server; enter a new password in Settings, Payment database.',
    other: 'The payment database can’t be used right now. Try again, or ask whoever looks after this computer.',
  },
  ledgerNext: {
    disconnected: 'Payments go on as soon as it is back.',
    full: 'Payments go on as soon as a connection is free.',
    'waits-for-standby': 'Payments go on as soon as the standby server is back.',
  },
  'ledger-not-chosen': { title: 'Nothing was changed. This payment database can’t be used.' },
  'not-recorded': {
    title: 'The answer came and can’t be written yet. Do not charge again.',
    safe: 'It is kept safely on this machine and is written as soon as the payment database is back, even if the program ends before. Nothing is sent again.',
    unsafe:
      'This machine’s disk can’t be written either. The program keeps trying and sends nothing again. Write this down before you close the window.',
  },
  vault: {
    title: 'Nothing was sent. The merchant’s keys can’t be read.',
    'no-key-store':
      'This system has no key store, or it was not opened, so no keys are kept. Open it and start Caja again, or set a passphrase in Settings.',
    'locked-now':
      'The key store of this system can’t be opened right now. Nothing is lost. Open it and try again, or start Caja again.',
    asking:
      'This system is asking for the password of its key store. Look for its window, perhaps behind this one, and answer it. Then try again. Nothing is lost.',
    'cannot-decrypt': 'The keys were locked by another user or another computer. Ask a supervisor to enter them again.',
    'cannot-decrypt_supervisor':
      'The keys were locked by another user or another computer. Enter them again in Settings, Merchants.',
    locked: 'The key store is locked. Ask for its passphrase to be entered in Settings.',
    'wrong-passphrase': 'The passphrase is not right. Nothing was changed.',
    damaged:
      'The file of the keys can’t be read. It is kept as it is, and nothing is sent until a supervisor goes on without it.',
    damaged_supervisor:
      'The file of the keys can’t be read. It is kept as it is, and nothing is sent until you go on without it.',
    newer: 'The file of the keys was made by a newer version of Caja. It is left as it is. Update this one.',
    'cannot-write': 'The file of the keys can’t be written to. Ask whoever looks after this computer.',
  },
  'secrets-elsewhere': {
    title: 'Nothing was sent. The keys belong to another place.',
    address: 'They were entered for {{keyedFor}}, and the address is {{asked}} now.',
    authority: 'They were entered for {{keyedFor}}, and another certificate authority is trusted now: {{asked}}.',
    proxy: 'They were entered for {{keyedFor}}, and would take another way now: {{asked}}.',
    unknown: 'It is not known for which address they were entered. The address is {{asked}}.',
    next: 'If that is right, ask a supervisor to enter the keys again in Settings, Merchants. If nobody changed it, tell whoever looks after this computer.',
    next_supervisor:
      'If that is right, enter the keys again in Settings, Merchants. If nobody changed it, tell whoever looks after this computer.',
  },
  'merchant-changed': {
    title: 'Nothing was sent.',
    body: 'Another merchant is in use now. Check the merchant’s name and try again.',
  },
  'merchant-missing': {
    title: 'Nothing was sent. This hold belongs to another merchant.',
    body: 'It was made for {{name}} ({{environment}}), which is not set up on this computer. Capture it where it is, or ask a supervisor to set it up here from the same provisioning file.',
    body_supervisor:
      'It was made for {{name}} ({{environment}}), which is not set up on this computer. Capture it where it is, or set it up here from the same provisioning file.',
  },
  'other-environment': {
    title: 'Nothing was sent.',
    body: 'This hold was made in {{environment}}, and the merchant in use is not. Change to its merchant in Settings, then capture it.',
  },
  'merchant-incomplete': {
    title: 'Nothing was sent.',
    body: 'The merchant is not complete: {{missing}}. Ask a supervisor to open Settings.',
    body_supervisor: 'The merchant is not complete: {{missing}}. Complete it in Settings, Merchants.',
    missing: {
      cclw: 'merchant web code',
      apiKey: 'API key',
      baseUrl: 'service address',
      clientCertificate: 'client certificate',
      captureTokenFieldConfirmed: 'confirmation of the capture field',
      other: '{{name}}',
    },
  },
  'hold-not-open': {
    title: 'Nothing was sent. This hold can’t be captured or voided now.',
    open: 'It is open again. Try once more.',
    capturing: 'It is being captured right now, perhaps on another seat.',
    captured: 'It was captured, so the customer is charged.',
    'capture-unknown': 'We don’t know yet what became of its capture. Look it up first.',
    voiding: 'It is being voided right now, perhaps on another seat.',
    'void-unknown': 'We don’t know yet what became of its void. Look it up first.',
    voided: 'It was voided. Nothing was charged.',
    doubtful:
      'The service’s late answer contradicts the resolution that opened it. A supervisor has to settle that first.',
    doubtful_supervisor: 'The service’s late answer contradicts the resolution that opened it. Settle that first.',
    altered:
      'Its record can’t be relied on: it was changed outside Caja, or comes from a seat that this one does not know. Ask a supervisor to look at Settings, Audit trail.',
    altered_supervisor:
      'Its record can’t be relied on: it was changed outside Caja, or comes from a seat that this one does not know. Look at Settings, Audit trail.',
    unlisted: 'A newer version of Caja has done something with it that this one does not know. Update this one.',
  },
  'not-offered': {
    title: 'Nothing was sent.',
    merchant: {
      void: 'This merchant does not void holds. A supervisor can switch it on in Settings, once the service operator confirms it.',
      void_supervisor:
        'This merchant does not void holds. You can switch it on in Settings, once the service operator confirms it.',
      refund:
        'This merchant does not refund. A supervisor can switch it on in Settings, once the service operator confirms it.',
      refund_supervisor:
        'This merchant does not refund. You can switch it on in Settings, once the service operator confirms it.',
      recharge:
        'This merchant does not charge an earlier card again. A supervisor can switch it on in Settings, once the service operator confirms it.',
      recharge_supervisor:
        'This merchant does not charge an earlier card again. You can switch it on in Settings, once the service operator confirms it.',
    },
    family: {
      void: 'A hold of the form interface can’t be voided here: nothing shows that the service does it.',
      refund: 'A charge of the form interface can’t be refunded here: nothing shows that the service does it.',
      recharge: 'A card of the form interface can’t be charged again: nothing shows that the service does it. Key it.',
    },
  },
  'open-claim': {
    title: 'Nothing was refunded. The customer has disputed this payment.',
    body: 'The bank takes the money itself, so a refund would pay it twice. Answer the dispute with the service operator.',
  },
  'over-refund': {
    title: 'Nothing was refunded. It is more than is left of the charge.',
    elsewhere: 'The service’s records show that {{amount}} was already refunded there, and not by Caja.',
    left: '{{left}} is left to refund. Refunds under way or unconfirmed count too.',
    nothing: 'Nothing is left to refund. Refunds under way or unconfirmed count too.',
  },
  'seats-awaited': {
    title: 'Nothing was sent. Another seat has to connect first.',
    body: 'The payment database went back to an earlier state. What these seats did before is not known here until they connect: {{seats}}. Start them. If one can’t be started, a supervisor compares the payment with the service and confirms in Settings, Payment database.',
    body_supervisor:
      'The payment database went back to an earlier state. What these seats did before is not known here until they connect: {{seats}}. Start them. If one can’t be started, compare the payment with the service and confirm in Settings, Payment database.',
  },
  'payment-altered': {
    title: 'Nothing was sent. The record of the earlier payment can’t be relied on.',
    body: 'It was changed outside Caja, or comes from a seat that this one does not know, so no money is moved by it. Ask a supervisor to look at Settings, Audit trail.',
    body_supervisor:
      'It was changed outside Caja, or comes from a seat that this one does not know, so no money is moved by it. Look at Settings, Audit trail.',
  },
  'card-not-chargeable': {
    title: 'Nothing was charged. This card can’t be charged again.',
    'not-approved': 'The card was never approved in this payment. Ask for the card and key it.',
    voided:
      'Its hold was voided, and nothing shows that the service still takes the card then. Ask for the card and key it.',
    forgotten: 'The card was forgotten on the customer’s behalf. Ask for the card and key it.',
    'no-reference': 'The service’s reference of the first payment is not on record. Ask for the card and key it.',
  },
  'amount-not-allowed': {
    title: 'Nothing was sent.',
    body: 'The amount must be that of the hold.',
  },
  'capture-field-unconfirmed': {
    title: 'Nothing was sent.',
    body: 'The field that carries the token of a capture ({{field}}) has to be confirmed for this merchant first.',
  },
  'changed-meanwhile': {
    title: 'Nothing was recorded. The payment has changed meanwhile.',
    body: 'The service answered, or somebody else resolved it. Close this and look at it again.',
  },
  'reference-used': {
    title: 'Nothing was recorded. Another payment has this reference.',
    body: 'Check the reference: with it, the capture would charge the other payment.',
  },
  'hold-settled': {
    title: 'Nothing was recorded. Another capture of this hold counts already.',
    body: 'A hold is charged once. If the service shows two charges, have one of them refunded there; then record here that this one was declined, and say so in the note.',
  },
  'not-found': { title: 'Not found.', body: 'It is no longer in the payment database.' },
  'name-taken': { title: 'Not saved.', body: 'Another one has this name. Choose a different name.' },
  busy: {
    title: 'Not now. A payment is under way.',
    body: 'Nothing was changed. Try again as soon as its answer is there.',
  },
  'work-under-way': {
    title: 'Not now. Other work is under way.',
    body: 'Nothing was begun. {{work}} is still running: wait for its end, or cancel it.',
  },
  'altered-copy': {
    title: 'Not restored. The payment database is as it was.',
    body: 'This backup has a part that Caja did not make, which could change payments: {{object}}. Choose another backup.',
  },
  'settled-elsewhere': {
    title: 'Nothing was copied. These payments may be in another payment database too.',
    body: 'They were copied there, or come from a backup of it, and a hold could be captured in both. A supervisor chooses the database of this computer, compares with the service and confirms there, and then chooses this one and copies.',
    body_supervisor:
      'They were copied there, or come from a backup of it, and a hold could be captured in both. Choose the database of this computer, compare with the service and confirm there; then choose this one and copy.',
  },
  'too-recent': {
    title: 'Nothing was removed.',
    body_one: 'Payments of the last hour stay, because Caja looks for duplicates among them. Choose an earlier day.',
    body_other:
      'Payments of the last {{count}} hours stay, because Caja looks for duplicates among them. Choose an earlier day.',
  },
  file: {
    title: 'The file could not be used.',
    notSaved: 'The file was not saved.',
    body: '{{detail}}',
    missing: 'The folder or the file does not exist.',
    refused: 'Writing there is not allowed, or another program holds the file.',
    full: 'The disk is full.',
    unlike: 'It is not a backup of Caja.',
  },
  'not-printed': {
    title: 'It could not be printed.',
    body: 'Check the printer and try again, or save it as a PDF.',
  },
  'newer-file': {
    title: 'Not saved. A newer version of Caja made this file.',
    body: 'It is left as it is: {{file}}. Update Caja, then try again.',
  },
  'damaged-file': {
    title:
      'Nothing was sent and nothing was changed. A file that steers payments can’t be read or was changed outside Caja.',
    body: 'It is kept as it is: {{file}}. Ask a supervisor to decide about it.',
    body_supervisor: 'It is kept as it is: {{file}}. Decide about it in the notice at the top.',
  },
  'cannot-connect': { title: 'No connection.', body: '{{detail}}' },
  'set-by-policy': {
    changed: 'Nothing was changed. Your company sets this.',
    sent: 'Nothing was sent or changed. Your company sets this otherwise.',
    language: 'The language is the same for everybody on this computer.',
    'idle-lock': 'The time until the seat locks is set for this computer.',
    ledger:
      'The payment database of this computer is set. Only its password and its number of connections can be changed here.',
    'ledger-in-use':
      'Another payment database is set for this seat. A supervisor changes to it in Settings, Payment database; then payments go on.',
    'ledger-in-use_supervisor':
      'Another payment database is set for this seat. Change to it in Settings, Payment database; then payments go on.',
    merchants: 'Merchants come with the company’s provisioning file. They can’t be added, changed or removed here.',
    'merchant-not-allowed':
      'The company’s policy for this computer has no merchant with this name, environment, address, certificate authority and proxy. Tell whoever looks after this computer.',
    unusable:
      'The company’s policy for this computer can’t be used, so what it may set stays as it is. Tell whoever looks after this computer.',
  },
  internal: {
    title: 'Something went wrong in the program.',
    body: 'If a payment was being sent, look in History before you try it again. Tell whoever looks after this computer this reference: {{reference}}.',
  },
} as const;
