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
  otherLanguage: 'Switch to Spanish',
  receipt: 'Receipt',
} as const;
