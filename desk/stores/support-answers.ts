// What operators write to users: drafts, and answers that the server has not taken yet.
import { isRecord } from '#browser/platform/parse-record.ts'
import type { StoredText } from '#browser/storage/stored-text.ts'
import { createKeptByKey, type KeptByKey } from '#desk/stores/kept-by-key.ts'

/** A picture that was uploaded and not sent. */
export type DraftPicture = { readonly name: string; readonly width: number; readonly height: number }

export type Draft = { readonly text: string; readonly pictures: readonly DraftPicture[] }

/** An answer that was sent. It stays until the server has taken it or refused it for good. */
export type UnsentAnswer = Draft & {
  /** Idempotency key: the same in every try. */
  readonly key: string
  /** Number of the newest message that the operator had seen. Later ones wait for another answer. */
  readonly read: number
  /** Why the server refused it. Undefined while it is being sent. */
  readonly refusal?: string
}

/** By `operatorKey` of an operator and a thread. */
export type SupportDrafts = KeptByKey<Draft>
export type UnsentAnswers = KeptByKey<readonly UnsentAnswer[]>

export const supportDraftsStorageKey = 'openlot.desk_support_drafts'
export const unsentAnswersStorageKey = 'openlot.desk_support_unsent'

export const emptyDraft: Draft = { text: '', pictures: [] }

export function createSupportDrafts(stored: StoredText): SupportDrafts {
  const kept = createKeptByKey(stored, readDraft)
  return {
    ...kept,
    set: (key, draft) => kept.set(key, draft === undefined || isEmptyDraft(draft) ? undefined : draft),
  }
}

export function createUnsentAnswers(stored: StoredText): UnsentAnswers {
  const kept = createKeptByKey(stored, readAnswers)
  return { ...kept, set: (key, answers) => kept.set(key, answers?.length === 0 ? undefined : answers) }
}

export function isEmptyDraft({ text, pictures }: Draft): boolean {
  return text === '' && pictures.length === 0
}

function readDraft(value: unknown): Draft | undefined {
  if (!isRecord(value) || typeof value['text'] !== 'string' || !Array.isArray(value['pictures']))
    return undefined
  return { text: value['text'], pictures: value['pictures'].filter(isPicture) }
}

function isPicture(value: unknown): value is DraftPicture {
  if (!isRecord(value)) return false
  const { name, width, height } = value
  return typeof name === 'string' && typeof width === 'number' && typeof height === 'number'
}

function readAnswers(value: unknown): readonly UnsentAnswer[] | undefined {
  if (!Array.isArray(value)) return undefined
  const answers = value.flatMap((each) => readAnswer(each) ?? [])
  return answers.length === 0 ? undefined : answers
}

function readAnswer(value: unknown): UnsentAnswer | undefined {
  const draft = readDraft(value)
  if (draft === undefined || !isRecord(value) || typeof value['key'] !== 'string') return undefined
  const { key, read, refusal } = value
  if (typeof read !== 'number') return undefined
  return { ...draft, key, read, ...(typeof refusal === 'string' ? { refusal } : {}) }
}
