import { isDeepStrictEqual } from 'node:util'
import type { CloseAnswer, CloseManyAnswer } from '#contract/calls/trading.ts'
import type { DatabaseState, OutcomeRow } from '#test/crash/checks/database-state.ts'
import { outcomesByRequest } from '#test/crash/checks/divided-requests.ts'
import type { Answer } from '#test/crash/load/call-client.ts'
import { answerOf, isBurned, type KeyRecord, reasonOf } from '#test/crash/load/key-log.ts'

/** Checks that all answers for a key, including those of outcome calls, agree with each other and the database. */
export function checkKeys(state: DatabaseState, records: readonly KeyRecord[]): readonly string[] {
  const stored = new Map(outcomesByRequest(state.outcomes).map((row) => [row.key, row]))
  return records.flatMap((record) =>
    [...checkAnswersAgree(record), ...checkStored(record, stored.get(record.key))].map(
      (problem) => `${record.key} (${record.action.kind}): ${problem}`,
    ),
  )
}

function checkAnswersAgree(record: KeyRecord): readonly string[] {
  const { action, definite, outcomes } = record
  const [first] = definite
  const answer = answerOf(record)
  const problems: string[] = []
  const differs = definite.find((other) => !isDeepStrictEqual(other, first))
  if (differs !== undefined) problems.push(`answered ${words(first)}, then ${words(differs)}`)
  for (const { state, outcome } of outcomes) {
    if (state === 'decided' && isBurned(record)) problems.push('its outcome is decided, and also never')
    if (state === 'decided' && !isSameOutcome(record, answer, outcome))
      problems.push(`answered ${words(answer)}, but its outcome is ${words(outcome)}`)
  }
  if (isBurned(record) && definite.some((one) => !isTooLate(one)))
    problems.push(
      `its outcome is never, but it was answered ${words(definite.find((one) => !isTooLate(one)))}`,
    )
  if (action.kind === 'close_many' && first?.code === 1) {
    const ids = (first.data as CloseManyAnswer).results.map(({ Id }) => Id).join()
    if (ids !== action.input['ids']) problems.push(`sent ${action.input['ids']}, answered ${ids}`)
  }
  return problems
}

/** An outcome equals the answer to the call itself, except for the message of a success. */
function isSameOutcome(
  { action }: KeyRecord,
  answer: Answer | undefined,
  outcome: (Answer & { readonly reason: string | null }) | undefined,
): boolean {
  if (answer === undefined || outcome === undefined || answer.code !== outcome.code) return false
  if (outcome.reason !== (outcome.code === 0 ? reasonOf(outcome) : null)) return false
  if (outcome.code === 0 && answer.msg !== outcome.msg) return false
  const plain = action.kind === 'close_many' ? sorted : (data: unknown) => data
  return isDeepStrictEqual(plain(answer.data), plain(outcome.data))
}

/** The outcome of close_many lists closed orders before refused ones. */
function sorted(data: unknown): unknown {
  const results = (data as Partial<CloseManyAnswer> | null)?.results
  return results === undefined ? data : results.toSorted((a, b) => a.Id - b.Id || b.code - a.code)
}

function checkStored(record: KeyRecord, stored: OutcomeRow | undefined): readonly string[] {
  const answer = answerOf(record)
  if (stored === undefined)
    return answer === undefined && !isBurned(record) ? [] : ['its outcome is not in the database']
  if (stored.user_id !== record.userId) return ['its outcome belongs to another user']
  const { outcome } = stored
  if (outcome.kind === 'burned') {
    if (record.asked === 0) return ['it is burned, but its outcome was never requested']
    return answer === undefined || isTooLate(answer) ? [] : ['it was answered, but is stored as burned']
  }
  if (isBurned(record)) return [`its outcome is never, but it is stored as ${outcome.kind}`]
  if (answer === undefined)
    return record.unknown === 0 && record.asked === 0 ? ['it was answered as busy, but has an outcome'] : []
  if (answer.code === 0) {
    const isSame = outcome.kind === 'refused' && outcome.reason === reasonOf(answer)
    return isSame ? [] : ['the reason of its refusal differs from the stored one']
  }
  if (outcome.kind !== 'done') return ['it was answered as done, but is stored as refused']
  const ids = outcome.orders.map(({ id }) => id)
  const answered = answeredIds(record, answer)
  // A divided close has another order.
  const plain = record.action.kind === 'close_many' ? inOrder : (list: readonly number[]) => list
  return isDeepStrictEqual(plain(ids), plain(answered))
    ? []
    : ['the orders in its answer differ from the stored ones']
}

const inOrder = (ids: readonly number[]) => ids.toSorted((one, other) => one - other)

/** Ids of the orders in the answer, in the same sequence as in the stored outcome. */
function answeredIds({ action }: KeyRecord, { data }: Answer): readonly number[] {
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
