/** Spanish: the queue of unconfirmed payments, and what is read out to a supervisor. */
import type { unconfirmed as english } from '#shared/locales/en/screens/unconfirmed.ts';
import type { Translated } from '#shared/locales/translated.ts';

export const unconfirmed: Translated<typeof english> = {
  title: 'Pagos sin confirmar',
  intro: 'De estos aún no se sabe si se movió dinero. No repita ninguno.',
  cut: 'Se ven los {{count}} más antiguos. Los demás siguen cuando se resuelvan estos, y están en el Historial.',
  list: 'Pagos sin confirmar, el más antiguo primero',
  empty: 'Todos los pagos están confirmados',
  emptyText: 'Ningún pago espera a un supervisor.',
  emptyText_supervisor: 'No tiene ninguno por resolver.',
  age: 'hace {{age}}',
  by: 'por {{operator}}',
  contradicted: 'respuesta tardía',
  resolve: 'Resolver…',
  banner: {
    one: '{{total}} en duda desde hace {{age}}.',
    many: '{{total}} en duda, el más antiguo desde hace {{age}}.',
    cut: '{{total}} y más en duda, el más antiguo desde hace {{age}}.',
    show: 'Verlos',
    showOne: 'Verlo',
  },
  moment: 'menos de 1 min',
  minutes: '{{minutes}}\u00a0min',
  hours: '{{hours}}\u00a0h\u00a0{{minutes}}\u00a0min',
  days: '{{days}}\u00a0d\u00a0{{hours}}\u00a0h',
  readOut: {
    title: 'Llame a un supervisor y léale esta referencia.',
    copy: 'Copiarla para el supervisor',
    next: 'El supervisor consulta el pago en el servicio y lo resuelve. Hasta entonces no vuelva a cobrarlo.',
    nextReversal: 'El supervisor la consulta en el servicio y la resuelve. Hasta entonces no la repita.',
  },
};
