/** English: the queue of unconfirmed payments, and what is read out to a supervisor. */
export const unconfirmed = {
  title: 'Unconfirmed payments',
  intro: 'Of these we don’t know yet whether money moved. Do not charge them again.',
  list: 'Unconfirmed payments, oldest first',
  empty: 'Every payment is confirmed',
  emptyText: 'Nothing waits for a supervisor.',
  emptyText_supervisor: 'Nothing waits for you.',
  age: 'for {{age}}',
  by: 'by {{operator}}',
  contradicted: 'late answer',
  resolve: 'Resolve…',
  banner: {
    one: '{{total}} in doubt for {{age}}.',
    many: '{{total}} in doubt, the oldest for {{age}}.',
    show: 'Show them',
    showOne: 'Show it',
  },
  moment: 'less than 1 min',
  minutes: '{{minutes}} min',
  hours: '{{hours}} h {{minutes}} min',
  days: '{{days}} d {{hours}} h',
  readOut: {
    title: 'Call a supervisor and read this reference.',
    copy: 'Copy it for the supervisor',
    next: 'The supervisor looks it up at the service and resolves it. Until then, do not charge it again.',
  },
} as const;
