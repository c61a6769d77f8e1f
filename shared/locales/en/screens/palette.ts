/** English: the command palette. */
export const palette = {
  open: 'Command palette',
  label: 'Search for an action, a merchant, a setting, a payment or help',
  placeholder: 'Action, merchant, setting, payment or help',
  merchantPlaceholder: 'Name of the merchant',
  entries: 'Matches',
  none: 'Nothing matches.',
  oneMerchant: 'This seat has one merchant.',
  useMerchant: 'Use {{name}}',
  back: 'Back',
  chooseMerchant: 'Switch merchant',
  otherLanguage: 'Switch language',
  receipt: 'Receipt',
  payments: 'Payments',
  noReceipt: 'There is no receipt to print here. Choose a payment first.',
  unread: 'The payments can’t be read now, so none are listed.',
  openPayment: 'Find the payment in History',
  /** Further words that find a topic of the help. */
  words: {
    refund: 'refund cancel void reverse return money back',
    receipt: 'receipt e-mail email mail whatsapp send',
    again: 'the same card charge again recurring repeat',
    tip: 'tip gratuity',
    dispute: 'dispute chargeback complaint',
  },
} as const;
