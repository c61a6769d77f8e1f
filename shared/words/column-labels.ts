/** Labels of columns that every exported table has under the same name. */
const columnLabels = ['amount', 'currency', 'merchant', 'environment', 'customer', 'operator', 'seat'] as const;

/** True for a column whose heading is `common:label.NAME`. */
export const isColumnLabel = (name: string): name is (typeof columnLabels)[number] =>
  columnLabels.some((known) => known === name);
