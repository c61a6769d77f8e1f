/** Spanish: the dialog that prints a document, saves it as PDF, or copies a receipt. */
import type { printing as english } from '#shared/locales/en/screens/printing.ts';
import type { Translated } from '#shared/locales/translated.ts';

export const printing: Translated<typeof english> = {
  print: 'Imprimir…',
  receipt: 'Imprimir el recibo',
  hold: 'Imprimir la preautorización',
  pdf: 'Guardar como PDF',
  title: {
    receipt: 'Entregar el recibo',
    batch: 'Imprimir los resultados',
    holds: 'Imprimir la lista',
    'day-close': 'Imprimir las cifras',
    reconciliation: 'Imprimir la comparación',
  },
  paper: 'Papel',
  papers: { 'roll-58': 'Rollo de 58 mm', 'roll-80': 'Rollo de 80 mm', letter: 'Carta', a4: 'A4' },
  copies: 'Copias',
  copy: { customer: 'Cliente', both: 'Ambas', merchant: 'Comercio' },
  send: 'Para enviarlo',
  copyLink: 'Copiar el enlace',
  copyText: 'Copiar el texto',
  mail: {
    open: 'Abrir en el correo',
    opened: 'Abierto en el programa de correo para {{to}}. Envíelo allí.',
    noAddress: 'El pago no tiene correo electrónico.',
    noProgram: 'Este equipo no tiene programa de correo. Copie el texto.',
  },
  whatsapp: {
    open: 'Abrir en WhatsApp',
    opened: 'Abierto en WhatsApp para {{to}}. Envíelo allí.',
    noAddress: 'El pago no tiene un número con código de país.',
    noProgram: 'No se pudo abrir WhatsApp. Copie el texto.',
  },
  linkCopied: 'Se copió el enlace.',
  textCopied: 'Se copió el texto.',
  saved: 'Guardado en {{path}}',
  mostHolds:
    'Se listan como máximo {{max}} preautorizaciones, en el orden de la pantalla. La lista dice cuándo hay más.',
  masked: 'Nunca contiene el número de la tarjeta.',
};
