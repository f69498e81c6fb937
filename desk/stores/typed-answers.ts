import type { StoredText } from '#browser/storage/stored-text.ts'
import { createKeptByKey, type KeptByKey } from '#desk/stores/kept-by-key.ts'

/** Answers to complaints, by `operatorKey`. */
export type TypedAnswers = KeptByKey<string>

export const typedAnswersStorageKey = 'openlot.desk_typed_answers'

/** Answers to complaints until they are sent or discarded. */
export function createTypedAnswers(stored: StoredText): TypedAnswers {
  return createKeptByKey(stored, (value) => (typeof value === 'string' ? value : undefined))
}
