/** `operators.json`: the operators of this seat with hashes of their passcodes. */
import { storedOperatorsSchema, type StoredOperators } from '#electron/core/operators/stored-operators.ts';
import type { DocumentDefinition } from './versioned-document.ts';

export const operatorsDocument: DocumentDefinition<StoredOperators> = {
  name: 'operators',
  schema: storedOperatorsSchema,
  steps: [],
};
