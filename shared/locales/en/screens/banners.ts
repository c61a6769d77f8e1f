/** English: banners of the frame. */
export const banners = {
  failedAct: {
    save: 'The setting was not changed.',
    lock: 'The seat was not locked.',
    signOut: 'You are still signed in.',
    print: 'Not printed: {{document}}.',
    savePdf: 'Not saved as PDF: {{document}}.',
  },
  document: {
    receipt: 'the receipt',
    batch: 'the results of the captures',
    holds: 'the list of holds',
    'day-close': 'the figures',
    reconciliation: 'the comparison with the service',
  },
  unknown_one: 'We don’t know yet whether a payment went through. Do not charge it again.',
  unknown_other: 'We don’t know yet whether {{count}} payments went through. Do not charge them again.',
  unknownReversal_one: 'We don’t know yet whether a void or refund went through. Do not repeat it.',
  unknownReversal_other: 'We don’t know yet whether {{count}} voids or refunds went through. Do not repeat them.',
  unknownMixed:
    'We don’t know yet whether {{count}} payments, voids or refunds went through. Do not repeat any of them.',
  unknownMany: 'We don’t know yet whether {{count}} payments or more went through. Do not repeat any of them.',
  unknownOldest: '{{amount}}, {{card}}, {{when}}',
  leftBehind: 'The screen was started anew while a payment was under way.',
  leftBehindNext: 'See what became of it before you repeat it.',
  contradicted_one: 'The service’s late answer contradicts what was recorded of a payment. Do not charge it again.',
  contradicted_other:
    'The service’s late answers contradict what was recorded of {{count}} payments. Do not charge them again.',
  ledger: 'No payment can be sent: the payment database can’t be written.',
  answersSafe_one:
    'The service’s answer to one payment waits safely on this machine and is written as soon as the payment database is back.',
  answersSafe_other:
    'The service’s answers to {{count}} payments wait safely on this machine and are written as soon as the payment database is back.',
  answersUnsafe_one:
    'The service’s answer to a payment is not written anywhere yet. Leave the program open until it is.',
  answersUnsafe_other:
    'The service’s answers to {{count}} payments are not written anywhere yet. Leave the program open until they are.',
  stray_one: 'The service answered a payment that is not in this payment database.',
  stray_other: 'The service answered {{count}} payments that are not in this payment database.',
  strayWhich:
    '{{amount}}, {{when}}: {{state}} {{reference}}. It is written when the payment database that has the payment is chosen again. Ask a supervisor; the answer is in {{file}}.',
  strayWhich_supervisor:
    '{{amount}}, {{when}}: {{state}} {{reference}}. It is written when the payment database that has the payment is chosen again. The answer is in {{file}}.',
  straySetAside: 'Set it aside, on the audit trail',
  unread_one: 'The service’s answer to one payment can’t be read here.',
  unread_other: 'The service’s answers to {{count}} payments can’t be read here.',
  unreadWhich: {
    damaged:
      'Its file is damaged and is kept as it is: {{file}}. Ask a supervisor. Look the payment up before anybody charges it again.',
    damaged_supervisor:
      'Its file is damaged and is kept as it is: {{file}}. Look the payment up before anybody charges it again.',
    newer:
      'A newer version of Caja wrote it and delivers it when it is installed again: {{file}}. Look the payment up before anybody charges it again.',
  },
  damagedFile: 'No payment can be sent: a file that steers payments can’t be read.',
  damagedFileNext: {
    merchants:
      'The merchants can’t be read: {{file}}. To keep them, allow Caja to read the file or put an undamaged copy in its place, and start Caja again. Without it, they have to be set up again.',
    vault:
      'The keys can’t be read: {{file}}. To keep them, allow Caja to read the file or put an undamaged copy in its place, and start Caja again. Without it, they have to be entered again, and earlier payments of a card are not recognized.',
    ledger:
      'It can’t be read which payment database this seat uses: {{file}}. Choose it again in Settings, Payment database. Without the file, this seat begins with the database of this computer alone.',
    log: 'The last payments in the payment database can’t be read: {{file}}. Restore a backup, or go on without them. Then compare the last payments with the service before you charge or capture again.',
    database:
      'Part of the payment database can’t be read: {{file}}. Restore a backup, or go on with a new one, which gets this seat’s last payments. Then compare the last payments with the service before you charge or capture again.',
    operators:
      'The operators can’t be read: {{file}}. Allow Caja to read the file or put an undamaged copy in its place, and start Caja again.',
  },
  changedFile: 'No payment can be sent: a file that steers payments was changed outside Caja.',
  changedFileNext: {
    changed:
      'It is the file of {{document}}: {{file}}. A supervisor can put back what Caja saved last. The changed file is kept beside it.',
    changed_supervisor:
      'It is the file of {{document}}: {{file}}. You can put back what Caja saved last. The changed file is kept beside it.',
    unsealed:
      'It is the file of {{document}}: {{file}}. What Caja saved last is not known. Compare the settings with what they should be before you take it as it is.',
    earlier:
      'The settings and the keys are those of an earlier time ({{file}}), but the audit trail has later changes. Compare merchants and operators with what they should be. If you take them as they are, the keys of the merchants have to be entered again.',
  },
  changedFileGo: {
    changed: 'Put back what Caja saved',
    unsealed: 'Take it as it is',
    earlier: 'Take them as they are',
  },
  damagedFileAsk: 'A supervisor has to decide.',
  damagedFileGo: 'Go on without it',
  keyDiffers: 'This seat does not recognize the card payments of the other seats.',
  keyDiffersNext:
    'A second charge of the same card goes unnoticed here. Ask whoever looks after this computer to install the shared key on this seat.',
  unkept: 'No real payment is sent: the shared payment database is not safe in a power cut.',
  unkeptNext:
    'On its server, this is off: {{settings}}. Ask whoever looks after the server. Training and test payments go on.',
  otherServer: 'The payment database went back to an earlier state, or is another one now.',
  otherServerNext:
    'Compare the last payments with the service before you charge or capture again, then confirm it in Settings, Payment database.',
  otherServerWrittenBack_one: 'One payment was missing there and was written again.',
  otherServerWrittenBack_other: '{{count}} payments were missing there and were written again.',
  otherServerMissing_one:
    'One payment that this seat recorded is missing there and can’t be written again yet. The seat keeps trying.',
  otherServerMissing_other:
    '{{count}} payments that this seat recorded are missing there and can’t be written again yet. The seat keeps trying.',
  otherServerAwaited:
    'Earlier payments are not captured, voided or refunded until these seats have connected: {{seats}}.',
  damaged_one: 'The record of a payment is damaged. It is in no sum.',
  damaged_other: 'The records of {{count}} payments are damaged. They are in no sum.',
  damagedNext: 'They are marked in History. Look them up at the service, and ask a supervisor to restore a backup.',
  damagedNext_supervisor: 'They are marked in History. Look them up at the service, and restore a backup.',
  trail: 'The audit trail is not what was signed.',
  stranger: 'A seat of the payment database is not known here.',
  trailSee: 'Open the audit trail',
  backup: 'The last backup of the payment database failed.',
  backupWhy: '{{when}}: {{detail}}. Payments go on. Ask a supervisor to look at Settings, Payment database.',
  backupWhy_supervisor: '{{when}}: {{detail}}. Payments go on. Look at Settings, Payment database.',
  ledgerAnew: 'The payment database was damaged, so a new one was begun.',
  ledgerKept: 'The damaged file was kept as {{file}}.',
  vault: 'The merchant’s keys can’t be used.',
  vaultAnew: 'The file of the merchant’s keys was damaged. Enter the keys again.',
  vaultKept: 'The old file was kept as {{file}}.',
  updating: {
    step: 'Step {{step}} of {{of}}.',
    waits: 'It waits for the other seats’ reads and payments to end.',
    'another-seat': 'Another seat is doing it.',
    'writing-back': '{{done}} of {{of}} payments.',
  },
  ledgerForbidden: 'No payment is sent: your company has set another payment database for this seat.',
  ledgerForbiddenNext:
    'What was recorded so far is still here. Settle the unconfirmed payments; then a supervisor changes to the other one in Settings, Payment database.',
  ledgerForbiddenNext_supervisor:
    'What was recorded so far is still here. Settle the unconfirmed payments; then change to the other one in Settings, Payment database.',
  merchantNotAllowed: 'Nothing is sent: your company does not allow this merchant as it is set up here.',
  merchantNotAllowedNext:
    'Its name, environment, address, certificate authority or proxy is not as the company set it. Tell whoever looks after this computer.',
  policyUnusable: 'The company’s policy for this computer can’t be used.',
  policyUnusableNext:
    'Payments go on. What it may set can’t be changed until it is mended. Tell whoever looks after this computer: {{file}}',
};
