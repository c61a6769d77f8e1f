/** English: the dialogs that void a hold and refund a charge. */
export const reversals = {
  void: {
    open: 'Void…',
    title: 'Void the hold',
    consequence: 'The money is no longer reserved. Nothing is charged.',
    submit: 'Void {{amount}}',
    past: 'Nothing was charged. The hold has probably run out, so its money may be free already. You can still void it.',
  },
  refund: {
    open: 'Refund…',
    title: 'Refund the charge',
    consequence: 'The money goes back to the card that was charged.',
    submit: 'Refund {{amount}}',
    amount: 'Amount to refund',
    left: '{{left}} is left to refund of {{charged}} charged.',
    over: 'That is more than is left: {{left}}.',
    nothing: 'Nothing is left to refund.',
    wrong: 'Enter an amount, such as 12.50.',
    earlier: 'The same amount of this charge was refunded before, or may have been.',
    again: 'I have seen it. This is a further refund.',
    confirm: 'Say that this is a further refund, or change the amount.',
  },
  beyond: 'The service does not document this operation.',
  reasonHint: 'Sent to the service as the description, and recorded.',
  reasonEmpty: 'Say why.',
  waiting: 'Waiting for the answer.',
} as const;
