/** What the help tells about, in its order. */
export const helpTopics = [
  'phone',
  'hold',
  'unconfirmed',
  'declined',
  'refund',
  'tip',
  'dispute',
  'receipt',
  'find',
  'close',
  'away',
  'training',
] as const;
export type HelpTopic = (typeof helpTopics)[number];
