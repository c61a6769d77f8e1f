/** English: help inside the program, the sheet of shortcuts and the first steps. */
export const help = {
  title: 'Help',
  general: 'Everywhere',
  search: 'Search the help',
  found: 'Found in the help',
  tabs: { howTo: 'How to', guide: 'Guide', administrators: 'For administrators', keys: 'Keyboard' },
  administrators: {
    note: 'For whoever installs and looks after Caja.',
    documents: 'Documents',
    contents: 'Contents of the document',
    names: {
      administration: 'Administration',
      provisioning: 'Provisioning file',
      'shared-ledger': 'Shared payment database',
      security: 'Security',
      updates: 'Updates',
    },
  },
  keys: {
    lists: 'In a list',
    move: 'Next or previous row',
    page: 'A screenful up or down',
    ends: 'First or last row',
    mark: 'Mark or unmark a row',
    range: 'Mark a range',
    markAll: 'Mark all',
    open: 'Open the row',
    find: 'Search',
  },
  topics: {
    phone: {
      title: 'Charge a phone order',
      text: 'On Charge, type what the caller says: amount, concept, card, name, e-mail, telephone. Enter shows the payment to read back; F9 charges it. Nothing leaves before F9.',
    },
    hold: {
      title: 'Hold now, charge later',
      text: 'F8 switches between sale and hold. A hold only reserves the money. Capture it on Holds before its time runs out: choose it, Enter, F9. Mark several to capture them together.',
    },
    unconfirmed: {
      title: 'A payment is unconfirmed',
      text: 'The request left and no sure answer came. Do not charge again. F10 lists these payments. A supervisor looks each one up at the service and records what became of it.',
      text_supervisor:
        'The request left and no sure answer came. Do not charge again. F10 lists these payments. Look each one up at the service and record what became of it.',
    },
    declined: {
      title: 'A card was declined',
      text: 'Nothing was charged. The result says who refused and why. F3 returns to the form with everything but the card.',
    },
    refund: {
      title: 'Refund or void a payment',
      text: 'A charge: choose it in History, Ctrl+Shift+X, the amount and the reason, F9. A hold: the same in Holds. Both are for the back office. Where the merchant does not allow it, use the service’s own panel, with the operation code that History shows.',
    },
    tip: {
      title: 'Tips',
      text: 'Caja adds no tip to a payment that was made. Ask before you charge, and key the amount with the tip in it.',
    },
    dispute: {
      title: 'A customer disputes a charge',
      text: 'Disputes and chargebacks are answered in the service’s own panel. History has what it asks for: find the payment, F4 for its receipt, and its operation code among the references.',
    },
    receipt: {
      title: 'Receipts',
      text: 'F4 shows the receipt of a payment, from its result or from History, to print, to save as PDF, or to copy for an e-mail. From any screen, Ctrl+K finds a payment and Ctrl+P prints its receipt again. It never holds the whole card number.',
    },
    find: {
      title: 'Find a payment',
      text: 'On History, type part of anything: last four digits, name, amount, e-mail, concept, operation code. All words must occur. Filters narrow it by day, kind, outcome and operator. Ctrl+S saves them as a view, which Views and Ctrl+K open again.',
    },
    close: {
      title: 'Close the day',
      text: 'Reports shows what a day charged, captured and held. First settle what is unconfirmed, then close the day and print it or save it as PDF.',
    },
    away: {
      title: 'Leave the seat',
      text: 'Ctrl+L locks. The card number and code are cleared; everything else waits for you. The seat locks by itself when nobody uses it.',
    },
    training: {
      title: 'Practise',
      text: 'The training merchant needs no account and no network, and no money moves. First steps (F1) lists amounts that practise a decline, a lost answer and other faults.',
    },
  },
  first: {
    text: 'Caja starts in training: nothing reaches a bank. These steps lead to real payments.',
    practise: 'Practise a payment with a test card',
    practiseText: 'Visa {{card}}, any expiry that has not passed, any three digits as the code.',
    merchant: 'Add the merchant with its keys',
    supervisor: 'Create a supervisor, then the other operators',
    seat: 'Name this seat and choose the language',
    again: 'Open this again with F1.',
  },
} as const;
