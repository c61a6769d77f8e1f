/** Spanish: the keyed fields of a payment, on every screen and in exports. */
import type { fields as english } from '#shared/locales/en/payments/fields.ts';
import type { Translated } from '#shared/locales/translated.ts';

export const fields: Translated<typeof english> = {
  amount: {
    label: 'Monto',
    required: 'Escriba el monto.',
    fact: 'Solicitado',
    heading: 'Monto',
    sought: 'monto',
  },
  taxAmount: {
    label: 'ITBMS {{rate}} %',
    required: 'Elija una tasa o escriba el ITBMS; 0 si no lleva.',
    fact: 'Incluye ITBMS',
    heading: 'ITBMS',
  },
  firstName: { label: 'Nombre', required: 'Escriba el nombre.', heading: 'Nombre', sought: 'nombre' },
  lastName: { label: 'Apellido', required: 'Escriba el apellido.', heading: 'Apellido', sought: 'nombre' },
  email: {
    label: 'Correo electrónico',
    required: 'Escriba el correo.',
    fact: 'Correo',
    heading: 'Correo',
    sought: 'correo',
  },
  phone: {
    label: 'Teléfono',
    required: 'Escriba el teléfono.',
    fact: 'Teléfono',
    heading: 'Teléfono',
    sought: 'teléfono',
  },
  address: { label: 'Dirección', fact: 'Dirección', heading: 'Dirección' },
  concept: {
    label: 'Concepto',
    required: 'Diga de qué es el pago.',
    fact: 'Concepto',
    heading: 'Concepto',
    sought: 'concepto',
  },
  description: {
    label: 'Descripción',
    required: 'Descríbalo.',
    fact: 'Descripción',
    heading: 'Descripción',
    sought: 'descripción',
  },
  ipCheck: { fact: 'IP del comprador' },
  lang: { fact: 'Idioma' },
  deviceSession: {},
  customFieldValues: { heading: 'Campos propios', sought: 'campos propios' },
};
