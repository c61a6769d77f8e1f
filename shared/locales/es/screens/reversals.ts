/** Spanish: the dialogs that void a hold and refund a charge. */
import type { reversals as english } from '#shared/locales/en/screens/reversals.ts';
import type { Translated } from '#shared/locales/translated.ts';

export const reversals: Translated<typeof english> = {
  void: {
    open: 'Anular…',
    title: 'Anular la preautorización',
    consequence: 'El dinero deja de estar reservado. No se cobra nada.',
    submit: 'Anular {{amount}}',
    past: 'No se cobró nada. La preautorización probablemente venció, así que su dinero quizás ya está libre. Aún se puede anular.',
  },
  refund: {
    open: 'Devolver…',
    title: 'Devolver el cobro',
    consequence: 'El dinero vuelve a la tarjeta del cobro.',
    submit: 'Devolver {{amount}}',
    amount: 'Monto a devolver',
    left: 'Quedan {{left}} por devolver de {{charged}} cobrados.',
    over: 'Es más de lo que queda: {{left}}.',
    nothing: 'No queda nada por devolver.',
    wrong: 'Escriba un monto, por ejemplo 12.50.',
    earlier: 'Ya se devolvió, o quizás se devolvió, el mismo monto de este cobro.',
    again: 'Lo he visto. Esta es otra devolución.',
    confirm: 'Indique que es otra devolución, o cambie el monto.',
  },
  beyond: 'El servicio no documenta esta operación.',
  reasonHint: 'Se envía al servicio como descripción y queda registrado.',
  reasonEmpty: 'Escriba el motivo.',
  waiting: 'Esperando la respuesta.',
};
