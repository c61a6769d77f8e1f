/** The payment that is keyed in the fresh Debian. */
export const cashier = {
  amount: '1182',
  firstName: 'María',
  lastName: 'Castillero',
  concept: 'Order 1182',
  description: 'Two boxes of screws',
} as const;
