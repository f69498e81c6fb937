// The calls made about one key: the request itself, and the question what became of it.
import { outcomeOfKey } from '#contract/calls/trading.ts'
import { pathOf } from '#test/crash/load/action.ts'
import type { CallClient } from '#test/crash/load/call-client.ts'
import type { Heard, Note, Notebook } from '#test/crash/load/notebook.ts'

export type KeyCallParts = { readonly client: CallClient; readonly notebook: Notebook }

/**
 * `send` is the request itself. `drop` is the same, but its connection is closed before the answer comes. `ask` asks for the
 * outcome. `ask_expired` asks as if the request were two days old: it must hear `expired`, and burn nothing.
 */
export type KeyCall = 'send' | 'drop' | 'ask' | 'ask_expired'

const twoDaysMs = 2 * 24 * 3600 * 1000

/** Makes one call about a key and notes what was heard. */
export async function callForKey(
  { client, notebook }: KeyCallParts,
  address: string,
  note: Note,
  kind: KeyCall,
): Promise<Heard> {
  const { action, key, token, openedAtMs } = note
  if (kind === 'send' || kind === 'drop') {
    const path = pathOf[action.kind]
    const isAnswerLost = kind === 'drop'
    return notebook.hear(
      note,
      await client.call(address, { path, input: action.input, token, key, isAnswerLost }),
    )
  }
  const isExpired = kind === 'ask_expired'
  if (!isExpired) note.asked += 1
  const seenAtMs = isExpired ? openedAtMs - twoDaysMs : openedAtMs
  const input = { key, seen_at: String(seenAtMs) }
  const answer = await client.call(address, { path: outcomeOfKey.path, input, token })
  return notebook.hearOutcome(note, answer, isExpired ? ['expired'] : ['decided', 'never'])
}
