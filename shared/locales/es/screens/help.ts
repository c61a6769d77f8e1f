/** Spanish: help inside the program, the sheet of shortcuts and the first steps. */
import type { help as english } from '#shared/locales/en/screens/help.ts';
import type { Translated } from '#shared/locales/translated.ts';

export const help: Translated<typeof english> = {
  title: 'Ayuda',
  general: 'En todas partes',
  search: 'Buscar en la ayuda',
  found: 'Encontrado en la ayuda',
  tabs: { howTo: 'Cómo se hace', guide: 'Guía', administrators: 'Para administradores', keys: 'Teclado' },
  administrators: {
    note: 'Para soporte técnico. Estos documentos están en inglés.',
    documents: 'Documentos',
    contents: 'Contenido del documento',
    names: {
      administration: 'Administración',
      provisioning: 'Archivo de aprovisionamiento',
      'shared-ledger': 'Base de pagos compartida',
      security: 'Seguridad',
      updates: 'Actualizaciones',
    },
  },
  keys: {
    lists: 'En una lista',
    move: 'Fila siguiente o anterior',
    page: 'Una pantalla arriba o abajo',
    ends: 'Primera o última fila',
    mark: 'Marcar o desmarcar una fila',
    range: 'Marcar un rango',
    markAll: 'Marcar todas',
    open: 'Abrir la fila',
    find: 'Buscar',
  },
  topics: {
    phone: {
      title: 'Cobrar un pedido por teléfono',
      text: 'En Cobrar, escriba lo que dice el cliente: monto, concepto, tarjeta, nombre, correo, teléfono. Enter muestra el pago para confirmarlo con el cliente; F9 lo cobra. Nada sale antes de F9.',
    },
    hold: {
      title: 'Preautorizar ahora y cobrar después',
      text: 'F8 cambia entre cobro y preautorización. Una preautorización solo reserva el dinero. Captúrela en Preautorizaciones antes de que venza: elíjala, Enter, F9. Marque varias para capturarlas juntas.',
    },
    unconfirmed: {
      title: 'Un pago está sin confirmar',
      text: 'La solicitud salió y no llegó una respuesta segura. No vuelva a cobrar. F10 muestra estos pagos. Llame a un supervisor y léale la referencia. El supervisor consulta el pago en el servicio y anota qué pasó.',
      text_supervisor:
        'La solicitud salió y no llegó una respuesta segura. No vuelva a cobrar. F10 muestra estos pagos. Consulte cada uno en el servicio y anote qué pasó.',
    },
    declined: {
      title: 'Se rechazó un pago',
      text: 'No se cobró nada. El resultado dice quién lo rechazó y por qué. F3 vuelve al formulario con todo menos la tarjeta.',
    },
    refund: {
      title: 'Devolver o anular un pago',
      text: 'Un cobro: elíjalo en Historial, Ctrl+Shift+X, el monto y el motivo, F9. Una preautorización: lo mismo en Preautorizaciones. Ambas cosas son de administración. Si el comercio no lo permite, use el panel propio del servicio, con el código de operación que muestra Historial.',
    },
    tip: {
      title: 'Propinas',
      text: 'Caja no agrega propina a un pago ya hecho. Pregunte antes de cobrar y escriba el monto con la propina incluida.',
    },
    dispute: {
      title: 'Un cliente desconoce un cobro',
      text: 'Los contracargos y las disputas se atienden en el panel propio del servicio. Historial tiene lo que piden: busque el pago, F4 para su recibo y su código de operación entre las referencias.',
    },
    receipt: {
      title: 'Recibos',
      text: 'F4 muestra el recibo de un pago, desde su resultado o desde Historial, para imprimirlo, guardarlo como PDF o copiarlo para un correo. Desde cualquier pantalla, Ctrl+K encuentra un pago y Ctrl+P imprime de nuevo su recibo. Nunca lleva el número completo de la tarjeta.',
    },
    find: {
      title: 'Buscar un pago',
      text: 'En Historial, escriba una parte de lo que sabe: últimos cuatro dígitos, nombre, monto, correo, concepto, código de operación. Deben aparecer todas las palabras. Los filtros acotan por día, tipo, resultado y operador. Ctrl+S los guarda como vista, que se vuelve a abrir en Vistas o con Ctrl+K.',
    },
    close: {
      title: 'Hacer el cierre de caja',
      text: 'Reportes muestra lo que se cobró, capturó y preautorizó en un día. Resuelva primero los pagos sin confirmar; después haga el cierre de caja e imprímalo o guárdelo como PDF.',
    },
    away: {
      title: 'Dejar la caja',
      text: 'Ctrl+L la bloquea. El número y el código de la tarjeta se borran; lo demás lo espera. La caja se bloquea sola cuando nadie la usa.',
    },
    training: {
      title: 'Practicar',
      text: 'El comercio de práctica no necesita cuenta ni red, y no se mueve dinero. Primeros pasos (F1) muestra montos para practicar un rechazo, una respuesta perdida y otras fallas.',
    },
  },
  first: {
    text: 'Caja empieza en práctica: nada llega a un banco. Estos pasos llevan a los pagos reales.',
    practise: 'Practicar un pago con una tarjeta de prueba',
    practiseText: 'Visa {{card}}, cualquier vencimiento que no haya pasado y tres dígitos cualesquiera como código.',
    merchant: 'Agregar el comercio con sus claves',
    supervisor: 'Crear un supervisor y después los demás operadores',
    seat: 'Dar nombre a esta caja y elegir el idioma',
    again: 'Vuelva a abrirlo con F1.',
  },
};
