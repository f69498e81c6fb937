import type { CloseAnswer } from '#contract/calls/trading.ts'
import type { JournalEntry } from '#server/engine/journal/journal.ts'
import { differences } from '#test/crash/checks/differences.ts'
import type { Facts, OrderRow } from '#test/crash/checks/facts.ts'
import { type Claim, claimsOf } from '#test/crash/checks/judge-answers.ts'
import { commandOf } from '#test/crash/load/action.ts'
import { answerOf, isBurned, type Note } from '#test/crash/load/notebook.ts'

/** Nothing happened twice and nothing by itself. Asked only when every key has its definite answer. */
export function judgeEffects(
  { orders, outcomes }: Facts,
  entries: readonly JournalEntry[],
  notes: readonly Note[],
): readonly string[] {
  const claims = notes.flatMap((note) => {
    const answer = answerOf(note)
    return answer?.code === 1 ? claimsOf(note, answer) : []
  })
  const told = (done: Claim['done']) =>
    claims.filter((claim) => claim.done === done).map((claim) => claim.told)
  const placed = told('placed')
  // A part close makes a new order of the closed part.
  const parts = told('closed').filter((order) => (order as Partial<CloseAnswer>).Rest != null)
  const amended = placed.flatMap(({ AmendedFrom }) => AmendedFrom ?? [])
  const ended = (status: OrderRow['status'], cause: string) =>
    orders.filter((order) => order.status === status && order.end_cause === cause).map(({ id }) => String(id))
  return [
    ...differences('keys', notes.map(keyOf), outcomes.map(keyOf)),
    ...differences(
      'orders',
      [...placed, ...parts].map(idOf),
      orders.map(({ id }) => String(id)),
    ),
    ...differences('closes', told('closed').map(idOf), ended('closed', 'user')),
    ...differences('cancels', told('cancelled').map(idOf), ended('cancelled', 'user')),
    ...differences('amended orders', amended.map(String), ended('cancelled', 'amended')),
    ...differences('journal', notes.map(wordsOfNote), wordsOfJournal(entries)),
  ]
}

const idOf = ({ Id }: { readonly Id: number }) => String(Id)
const keyOf = ({ key }: { readonly key: string }) => key

/** One decision for each key. That of a burned key is the burning, and no other. */
function wordsOfNote(note: Note): string {
  const { userId, action, key } = note
  if (isBurned(note)) return `burn_key ${key} of user ${userId}, burned`
  return `${commandOf[action.kind]} of user ${userId}, ${answerOf(note)?.code === 1 ? 'decided' : 'refused'}`
}

/** Everything that was ever decided because somebody asked. */
function wordsOfJournal(entries: readonly JournalEntry[]): readonly string[] {
  return entries
    .filter(({ command }) => command.kind !== 'judge_tick' && command.kind !== 'open_account')
    .map(({ command, outcome }) => {
      const key = command.kind === 'burn_key' ? ` ${command.key}` : ''
      return `${command.kind}${key} of user ${command.userId}, ${outcome.kind}`
    })
}
