import { type JournalEntry, unpackJournal } from '#server/engine/engine.ts'
import { misshapenField } from '#server/verify/reading/entry-shape.ts'

/** Far more than 2,048 commands and 6,000 rows come to. */
export const mostUnpackedBytes = 256 * 1024 * 1024

export type Unpacked =
  | { readonly kind: 'entries'; readonly entries: readonly JournalEntry[] }
  | { readonly kind: 'unreadable'; readonly why: string; readonly entry?: number }

/** What a batch says, or why nobody can read it. */
export function unpackBatch(packed: Buffer): Unpacked {
  const entries = unpacked(packed)
  if (entries === undefined) return unreadable('it does not unpack, or to more than a batch can hold')
  if (!Array.isArray(entries)) return unreadable('it is not a list of entries')
  for (const [at, entry] of entries.entries()) {
    const field = misshapenField(entry)
    if (field !== undefined) return { ...unreadable(`its ${field} is not what an entry has`), entry: at + 1 }
  }
  return { kind: 'entries', entries: (entries as readonly JournalEntry[]).map(withNewFields) }
}

/** Orders that older rules wrote lack the fields that came later: none of them had what those would say. */
function withNewFields(entry: JournalEntry): JournalEntry {
  const { rules, outcome } = entry
  if (rules >= 2 || outcome.kind !== 'decided') return entry
  const orders = outcome.effects.orders.map((order) => ({ ...order, amendedFrom: null }))
  return { ...entry, outcome: { ...outcome, effects: { ...outcome.effects, orders } } }
}

function unpacked(packed: Buffer): unknown {
  try {
    return unpackJournal(packed, mostUnpackedBytes)
  } catch {
    // Whatever is wrong with it, it was not packed like this.
    return undefined
  }
}

function unreadable(why: string) {
  return { kind: 'unreadable', why } as const
}
