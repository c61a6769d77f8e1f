/** Spanish: date fields, the calendar and the presets of days. */
import type { dates as english } from '#shared/locales/en/dates.ts';
import type { Translated } from '#shared/locales/translated.ts';

export const dates: Translated<typeof english> = {
  placeholder: 'dd/mm/aaaa',
  openOf: 'Calendario: {{label}}',
  calendar: 'Elija un día',
  previousMonth: 'Mes anterior',
  nextMonth: 'Mes siguiente',
  keys: 'Flechas: día. RePág, AvPág: mes.',
  wrong: 'No es una fecha. Escríbala así: {{example}}.',
  missing: 'Escriba una fecha, por ejemplo {{example}}.',
  afterMax: 'No después del {{day}}.',
  beforeMin: 'No antes del {{day}}.',
  from: 'Desde',
  until: 'Hasta',
  backwards: 'El primer día es posterior al último.',
  presets: 'Días',
  preset: {
    today: 'Hoy',
    yesterday: 'Ayer',
    week: '7 días',
    month: 'Este mes',
    lastMonth: 'Mes pasado',
  },
};
