import { isRecord, parseRecord } from '#browser/platform/parse-record.ts'
import type { FileComplaintInput } from '#contract/calls/complaints.ts'
import { complaintLimits } from '#core/complaint/complaint.ts'
import type { RecordKind, RecordRef } from '#web/parts/complaints/complaint-address.ts'

/** `note` says which record it is, such as "EURUSD 0.10". Empty if it came by a link. */
export type PickedRecord = RecordRef & { readonly note: string }

export type ComplaintDraft = { readonly text: string; readonly records: readonly PickedRecord[] }

export const emptyDraft: ComplaintDraft = { text: '', records: [] }

const isSameRecord = (one: RecordRef, other: RecordRef) => one.kind === other.kind && one.id === other.id

export const isFull = ({ records }: ComplaintDraft) => records.length >= complaintLimits.records

export const isPicked = ({ records }: ComplaintDraft, record: RecordRef) =>
  records.some((picked) => isSameRecord(picked, record))

/** Whether there is no room for the record. */
export const isLeftOut = (draft: ComplaintDraft, record: RecordRef) =>
  isFull(draft) && !isPicked(draft, record)

/** Unchanged if the record is picked already, or the draft is full. */
export function withRecord(draft: ComplaintDraft, record: PickedRecord): ComplaintDraft {
  if (isFull(draft) || isPicked(draft, record)) return draft
  return { ...draft, records: [...draft.records, record] }
}

export function withoutRecord(draft: ComplaintDraft, record: RecordRef): ComplaintDraft {
  return { ...draft, records: draft.records.filter((picked) => !isSameRecord(picked, record)) }
}

/** In characters as people count them, like the server. */
export function textLength({ text }: ComplaintDraft): number {
  return [...text.trim()].length
}

export type TextFault = 'required' | 'too_long'

export function textFault(draft: ComplaintDraft): TextFault | undefined {
  const length = textLength(draft)
  if (length === 0) return 'required'
  return length > complaintLimits.text ? 'too_long' : undefined
}

/** Half characters, as some keyboards leave them, and NUL are replaced: the server refuses them. */
export function complaintInput({ text, records }: ComplaintDraft): FileComplaintInput {
  const idsOf = (kind: RecordKind) => {
    const ids = records.filter((record) => record.kind === kind).map(({ id }) => id)
    return ids.sort((one, other) => one - other).join(',')
  }
  const lists = { orders: idsOf('order'), deposits: idsOf('deposit'), withdrawals: idsOf('withdrawal') }
  const named = Object.entries(lists).filter(([, ids]) => ids !== '')
  return { text: text.trim().replace(/\p{Cs}|\0/gu, '\ufffd'), ...Object.fromEntries(named) }
}

/** Whether the stored draft still is what this user has sent. Something else may have been written meanwhile. */
export function isSent(stored: StoredDraft | undefined, userId: number, input: FileComplaintInput): boolean {
  return stored?.userId === userId && JSON.stringify(complaintInput(stored.draft)) === JSON.stringify(input)
}

/** The draft of a user, as text for the storage of the browser. Undefined if there is nothing to keep. */
export function storedDraft(userId: number, draft: ComplaintDraft): string | undefined {
  if (draft.text === '' && draft.records.length === 0) return undefined
  return JSON.stringify({ userId, ...draft })
}

/** Six times the longest text, as escapes need it, and the records. */
const maxStoredLength = 40_000

export type StoredDraft = { readonly userId: number; readonly draft: ComplaintDraft }

/** Undefined for text that this app did not write. */
export function parseStoredDraft(stored: string): StoredDraft | undefined {
  const { userId, text, records } = (stored.length <= maxStoredLength ? parseRecord(stored) : undefined) ?? {}
  if (typeof userId !== 'number' || typeof text !== 'string' || !Array.isArray(records)) return undefined
  return {
    userId,
    draft: { text, records: records.filter(isPickedRecord).slice(0, complaintLimits.records) },
  }
}

function isPickedRecord(value: unknown): value is PickedRecord {
  if (!isRecord(value)) return false
  const { kind, id, note } = value
  const isKind = kind === 'order' || kind === 'deposit' || kind === 'withdrawal'
  return isKind && Number.isSafeInteger(id) && Number(id) > 0 && typeof note === 'string'
}
