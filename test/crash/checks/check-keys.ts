import { isDeepStrictEqual } from 'node:util'
import type { CloseAnswer, CloseManyAnswer } from '#contract/calls/trading.ts'
import type { Facts, OutcomeRow } from '#test/crash/checks/database-state.ts'
import type { Answer } from '#test/crash/load/call-client.ts'
import { answerOf, isBurned, type Note, reasonOf } from '#test/crash/load/key-log.ts'

/** Every answer heard for a key, from its own call or from outcome calls, agrees with the others and with the database. */
export function judgeKeys(facts: Facts, notes: readonly Note[]): readonly string[] {
  const kept = new Map(facts.outcomes.map((row) => [row.key, row]))
  return notes.flatMap((note) =>
    [...judgeHeard(note), ...judgeKept(note, kept.get(note.key))].map(
      (problem) => `${note.key} (${note.action.kind}): ${problem}`,
    ),
  )
}

function judgeHeard(note: Note): readonly string[] {
  const { action, definite, outcomes } = note
  const [first] = definite
  const answer = answerOf(note)
  const problems: string[] = []
  const differs = definite.find((other) => !isDeepStrictEqual(other, first))
  if (differs !== undefined) problems.push(`answered ${words(first)}, then ${words(differs)}`)
  for (const { state, outcome } of outcomes) {
    if (state === 'decided' && isBurned(note)) problems.push('its outcome is decided, and also never')
    if (state === 'decided' && !isSameOutcome(note, answer, outcome))
      problems.push(`answered ${words(answer)}, but its outcome is ${words(outcome)}`)
  }
  if (isBurned(note) && definite.some((one) => !isTooLate(one)))
    problems.push(
      `its outcome is never, but it was answered ${words(definite.find((one) => !isTooLate(one)))}`,
    )
  if (action.kind === 'close_many' && first?.code === 1) {
    const ids = (first.data as CloseManyAnswer).results.map(({ Id }) => Id).join()
    if (ids !== action.input['ids']) problems.push(`sent ${action.input['ids']}, answered ${ids}`)
  }
  return problems
}

/** An outcome carries no words of success; apart from that it is what the call itself answers. */
function isSameOutcome(
  { action }: Note,
  answer: Answer | undefined,
  outcome: (Answer & { readonly reason: string | null }) | undefined,
): boolean {
  if (answer === undefined || outcome === undefined || answer.code !== outcome.code) return false
  if (outcome.reason !== (outcome.code === 0 ? reasonOf(outcome) : null)) return false
  if (outcome.code === 0 && answer.msg !== outcome.msg) return false
  const plain = action.kind === 'close_many' ? sorted : (data: unknown) => data
  return isDeepStrictEqual(plain(answer.data), plain(outcome.data))
}

/** The outcome of close_many has the closed orders before the refused ones. */
function sorted(data: unknown): unknown {
  const results = (data as Partial<CloseManyAnswer> | null)?.results
  return results === undefined ? data : results.toSorted((a, b) => a.Id - b.Id || b.code - a.code)
}

function judgeKept(note: Note, kept: OutcomeRow | undefined): readonly string[] {
  const answer = answerOf(note)
  if (kept === undefined) return answer === undefined && !isBurned(note) ? [] : ['it is not in the database']
  if (kept.user_id !== note.userId) return ['it is kept for somebody else']
  const { outcome } = kept
  if (outcome.kind === 'burned') {
    if (note.asked === 0) return ['it is burned, and its outcome was never asked for']
    return answer === undefined || isTooLate(answer) ? [] : ['it was answered, and is kept as burned']
  }
  if (isBurned(note)) return [`its outcome is never, and it is kept as ${outcome.kind}`]
  if (answer === undefined) return note.unknown === 0 && note.asked === 0 ? ['it was said to be busy'] : []
  if (answer.code === 0) {
    const isSame = outcome.kind === 'refused' && outcome.reason === reasonOf(answer)
    return isSame ? [] : ['it was refused for another reason than is kept']
  }
  if (outcome.kind !== 'done') return ['it was answered as done, and is kept as refused']
  const ids = outcome.orders.map(({ id }) => id)
  return isDeepStrictEqual(ids, answeredIds(note, answer)) ? [] : ['other orders were answered than are kept']
}

/** The orders the answer names, in the order in which the engine keeps them. */
function answeredIds({ action }: Note, { data }: Answer): readonly number[] {
  if (data === null) return []
  if (action.kind === 'close_many') {
    const { results } = data as CloseManyAnswer
    return results.filter(({ code }) => code === 1).map(({ Id }) => Id)
  }
  const { Id, Rest, Closed } = data as Partial<CloseAnswer & { readonly Closed: { readonly Id: number } }>
  return [Id, Rest?.Id, Closed?.Id].filter((id) => id !== undefined)
}

function isTooLate(answer: Answer): boolean {
  return answer.code === 0 && reasonOf(answer) === 'too_late'
}

function words(answer: Answer | undefined): string {
  return JSON.stringify(answer) ?? 'not at all'
}
