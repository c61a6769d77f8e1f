/** English: date fields, the calendar and the presets of days. */
export const dates = {
  placeholder: 'dd/mm/yyyy',
  openOf: 'Calendar: {{label}}',
  calendar: 'Choose a day',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  keys: 'Arrow keys: day. PgUp, PgDn: month.',
  wrong: 'Not a date. Type it like {{example}}.',
  missing: 'Enter a date, such as {{example}}.',
  afterMax: 'Not after {{day}}.',
  beforeMin: 'Not before {{day}}.',
  from: 'From',
  until: 'To',
  backwards: 'The first day is after the last.',
  presets: 'Days',
  preset: {
    today: 'Today',
    yesterday: 'Yesterday',
    week: '7 days',
    month: 'This month',
    lastMonth: 'Last month',
  },
} as const;
