/** One Spanish name for each thing, as a cashier in Panama says it: on the screens, on paper and in the guide. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#build/paths.ts';
import { es } from '#shared/locales/es.ts';

/** Words that are not used, with the ones that are. */
const banned: readonly (readonly [RegExp, instead: string])[] = [
  [/\bpuestos? (?!en uso|por un)|\b(este|del|el|otro|los) puestos?\b/i, 'caja'],
  [/tarjetahabiente/i, 'titular'],
  [/^venta$/i, 'cobro'],
  [/titulars\b/i, 'titulares'],
  [/\bsu operador\b|panel del operador/i, 'el operador del servicio'],
  [/\bentornos?\b/i, 'ambiente'],
  [/copias? de seguridad/i, 'respaldo'],
  [/\bcomputadoras?\b/i, 'equipo'],
  [/cerrar el día|cierre del día|día cerrado/i, 'cierre de caja'],
  [/quien(es)? (cuidan?|administran?|mantienen?)|\bsoporte\b(?! técnico)|\ba sistemas\b/i, 'soporte técnico'],
  [/\bintro\b/i, 'Enter'],
  [/\bpuls(e|a|ar|ando)\b/i, 'presione'],
  [/\btramos?\b/i, 'rango'],
  [/\brehus/i, 'rechazó la conexión'],
  [/\berrad[oa]s?\b/i, 'incorrecto'],
  [/fuera de fecha/i, 'vencido'],
  [/enviándose/i, 'Enviando'],
  [/consúltel[ao]s? o |: consúltela\b/i, 'consulte este pago'],
  [/averigüe qué monto vale/i, 'cuál es el monto correcto'],
  [/pagos? digitados?|lo digitado/i, 'por teléfono, escrito'],
  [/^(se pidió|respondió)$/i, 'a noun as the name of a row'],
  [/(cobra|carga) la tarjeta|la tarjeta no se cobra/i, 'se cobra a la tarjeta'],
  [/no se llegó al servicio/i, 'no hubo conexión con el servicio'],
  [/con las palabras/i, 'motivo que dio el servicio'],
  [/aclar(e|ar|ado|a)\b/i, 'resolver'],
  [/no se puede retirar/i, 'cancelar, anular'],
  [/poner otra en\b/i, 'otra clave'],
  [/^De … aún/, 'devoluciones sin confirmar'],
  [/diga por qué/i, 'indique el motivo'],
  [/nuestro número/i, 'número interno'],
  [/\bvan por$/i, 'interfaz para'],
  [/ya lo vi\b/i, 'Entendido'],
  [/se escribe sola|quedan su nombre/i, 'se registra'],
  [/\bde cualquier día|pedido de un enlace/i, 'a la fecha; pedido pendiente'],
  [/^(aún )?\p{L}+s …$/u, 'the number before its noun'],
  [/\p{L} \/ \p{Lu}/u, 'one language on a line'],
  // Spanish beside English on one line.
  [/\b(training|practice|holds?|charge[ds]?)\b/i, 'the Spanish word'],
];

/** Outcomes in one column agree with "pago". */
const feminine = /^(rechazad|no aceptad|no enviad|aprobad|anulad|posiblemente vencid)a$/i;

function textsIn(words: unknown, at = ''): readonly (readonly [key: string, text: string])[] {
  if (typeof words === 'string') return [[at, words]];
  return Object.entries(words as object).flatMap(([key, inner]) => textsIn(inner, at === '' ? key : `${at}.${key}`));
}

const guide = readFileSync(path.join(root, 'docs/user-guide.es.md'), 'utf8').split('\n');
const texts = [
  ...textsIn(es),
  ...guide.map((line, index) => [`guide line ${index + 1}`, line.replace(/\(images\/[^)]*\)/g, '')] as const),
].map(([key, text]) => [key, text.replace(/\{\{[^}]*\}\}/g, '…')] as const);

test('no Spanish text has a word that another one replaces', () => {
  expect(texts.length).toBeGreaterThan(1500);
  const found = texts.flatMap(([key, text]) =>
    banned.filter(([word]) => word.test(text)).map(([, instead]) => `${key}: “${text}” → ${instead}`),
  );
  expect(found).toEqual([]);
});

test('the outcomes of a payment have one gender in Spanish', () => {
  const { outcomes, history, holds } = es;
  const column = textsIn([outcomes.state, outcomes.badge, history.payment.badge, holds.batch.result]);
  expect(column.length).toBeGreaterThan(12);
  expect(column.filter(([, text]) => feminine.test(text))).toEqual([]);
});
