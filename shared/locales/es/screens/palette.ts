/** Spanish: the command palette. */
import type { palette as english } from '#shared/locales/en/screens/palette.ts';
import type { Translated } from '#shared/locales/translated.ts';

export const palette: Translated<typeof english> = {
  open: 'Paleta de comandos',
  label: 'Buscar una acción, un comercio, un ajuste, un pago o ayuda',
  placeholder: 'Acción, comercio, ajuste, pago o ayuda',
  merchantPlaceholder: 'Nombre del comercio',
  entries: 'Coincidencias',
  none: 'Nada coincide.',
  oneMerchant: 'Esta caja tiene un solo comercio.',
  useMerchant: 'Usar {{name}}',
  back: 'Volver',
  chooseMerchant: 'Cambiar de comercio',
  otherLanguage: 'Cambiar de idioma',
  receipt: 'Recibo',
  payments: 'Pagos',
  noReceipt: 'Aquí no hay recibo que imprimir. Elija primero un pago.',
  unread: 'Ahora no se pueden leer los pagos, por eso no hay ninguno aquí.',
  openPayment: 'Buscar el pago en Historial',
  words: {
    refund: 'reembolso reembolsar cancelar anular devolver devolución',
    receipt: 'recibo correo email whatsapp enviar',
    again: 'la misma tarjeta cobrar otra vez de nuevo recurrente repetir',
    tip: 'propina',
    dispute: 'contracargo disputa reclamo desconocimiento',
  },
};
