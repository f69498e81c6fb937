import type { CloseAnswer } from '#contract/calls/close.ts'
import { unpackEntries } from '#server/engine/batch/journal.ts'
import { differences } from '#test/crash/checks/differences.ts'
import type { Facts, OrderRow } from '#test/crash/checks/facts.ts'
import { commandOf } from '#test/crash/load/action.ts'
import type { Note } from '#test/crash/load/notebook.ts'

/** Nothing happened twice and nothing by itself. Asked only when every key has its definite answer. */
export function judgeEffects(facts: Facts, notes: readonly Note[]): readonly string[] {
  const done = notes.filter(({ definite }) => definite[0]?.code === 1)
  const answers = (kind: Note['action']['kind']) =>
    done.filter(({ action }) => action.kind === kind).map(({ definite }) => definite[0]?.data as CloseAnswer)
  const placed = answers('place')
  const closed = answers('close')
  const parts = closed.filter(({ Rest }) => Rest !== null)
  const endedByUser = (status: OrderRow['status']) =>
    facts.orders.filter((order) => order.status === status && order.end_cause === 'user')
  return [
    ...differences('keys', notes.map(keyOf), facts.outcomes.map(keyOf)),
    ...differences(
      'orders',
      [...placed, ...parts].map(idOf),
      facts.orders.map(({ id }) => String(id)),
    ),
    ...differences(
      'closes',
      closed.map(idOf),
      endedByUser('closed').map(({ id }) => String(id)),
    ),
    ...differences(
      'cancels',
      answers('cancel').map(idOf),
      endedByUser('cancelled').map(({ id }) => String(id)),
    ),
    ...differences('journal', notes.map(wordsOfNote), wordsOfJournal(facts)),
  ]
}

const idOf = ({ Id }: CloseAnswer) => String(Id)
const keyOf = ({ key }: { readonly key: string }) => key

function wordsOfNote({ userId, action, definite }: Note): string {
  return `${commandOf[action.kind]} of user ${userId}, ${definite[0]?.code === 1 ? 'decided' : 'refused'}`
}

/** Everything that was ever decided because somebody asked. */
function wordsOfJournal({ journal }: Facts): readonly string[] {
  return journal
    .flatMap(({ packed }) => unpackEntries(Buffer.from(packed, 'hex')))
    .filter(({ command }) => command.kind !== 'judge_tick' && command.kind !== 'open_account')
    .map(({ command, outcome }) => `${command.kind} of user ${command.userId}, ${outcome.kind}`)
}
