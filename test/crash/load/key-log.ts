import { type OutcomeAnswer, outcomeOfKey } from '#contract/calls/trading.ts'
import type { RefusalData } from '#contract/envelope.ts'
import { type Action, type Answer, type CallClient, pathOf } from '#test/crash/load/call-client.ts'

/** An idempotency key, its request, and every answer for it. */
export type KeyRecord = {
  readonly userId: number
  readonly token: string
  readonly key: string
  readonly action: Action
  /** Epoch ms. The `seen_at` of every outcome call for this key. */
  readonly openedAtMs: number
  /** Definite answers in order of arrival. All must be equal. */
  readonly definite: Answer[]
  /** Calls without an answer or with `outcome_unknown`. */
  unknown: number
  /** Calls answered with `busy`, which means that nothing was done. */
  busy: number
  /** Outcome calls sent for this key, answered or not. Each may have burned the key. */
  asked: number
  /** Answers of outcome calls with the state `decided` or `never`. All must be equal. */
  readonly outcomes: OutcomeAnswer[]
}

export type KeyLog = {
  readonly open: (asked: Pick<KeyRecord, 'userId' | 'token' | 'action'>) => KeyRecord
  readonly recordAnswer: (record: KeyRecord, answer: Answer | undefined) => AnswerKind
  /** Records the answer of an outcome call. `wanted` lists the states that the answer may have. */
  readonly recordOutcome: (
    record: KeyRecord,
    answer: Answer | undefined,
    wanted: readonly OutcomeAnswer['state'][],
  ) => AnswerKind
  readonly records: () => readonly KeyRecord[]
  /** Answers that must never occur. */
  readonly wrong: readonly string[]
}

/** `cut`: no answer came at all. */
export type AnswerKind = 'definite' | 'unknown' | 'busy' | 'cut' | 'wrong'

/** Refusals that the load never causes: its requests are well-formed, its keys unique, its accounts not frozen. */
const wrongReasons: readonly unknown[] = [
  'idempotency_mismatch',
  'invalid_input',
  'malformed_body',
  'unknown_path',
  'wrong_verb',
  'account_frozen',
]

/** Records every key with its request and answers. */
export function createKeyLog(name: string): KeyLog {
  const records: KeyRecord[] = []
  const wrong: string[] = []
  return {
    open(asked) {
      const key = `${name}-${String(records.length).padStart(6, '0')}`
      const { userId, token, action } = asked
      const noAnswers = { definite: [], unknown: 0, busy: 0, asked: 0, outcomes: [] }
      const record: KeyRecord = { userId, token, action, key, openedAtMs: Date.now(), ...noAnswers }
      records.push(record)
      return record
    },
    recordAnswer(record, answer) {
      const answerKind = classify(answer)
      if (answerKind === 'definite' && answer !== undefined) record.definite.push(answer)
      else if (answerKind === 'busy') record.busy += 1
      else if (answerKind !== 'wrong') record.unknown += 1
      else wrong.push(`${record.key} was answered ${JSON.stringify(answer)}`)
      return answerKind
    },
    recordOutcome(record, answer, wanted) {
      const answerKind = classify(answer)
      if (answerKind === 'unknown' || answerKind === 'busy' || answerKind === 'cut') return answerKind
      const outcome = answer?.data as OutcomeAnswer
      if (answer?.code !== 1 || !wanted.includes(outcome.state)) {
        wrong.push(`the outcome of ${record.key} was answered ${JSON.stringify(answer)}`)
        return 'wrong'
      }
      if (outcome.state !== 'expired') record.outcomes.push(outcome)
      return 'definite'
    },
    records: () => records,
    wrong,
  }
}

function classify(answer: Answer | undefined): AnswerKind {
  if (answer === undefined) return 'cut'
  if (answer.code === 1) return 'definite'
  // The session could not be looked up while the database was unavailable.
  if (answer.code === 500) return 'unknown'
  if (answer.code !== 0) return 'wrong'
  const reason = reasonOf(answer)
  if (reason === 'busy') return 'busy'
  if (reason === 'outcome_unknown') return 'unknown'
  return wrongReasons.includes(reason) ? 'wrong' : 'definite'
}

export function reasonOf({ data }: Answer): string {
  return (data as RefusalData).reason
}

/** Answer of the call or of an outcome call; undefined while unknown, and for a burned key that was not sent again. */
export function answerOf({
  definite,
  outcomes,
}: Pick<KeyRecord, 'definite' | 'outcomes'>): Answer | undefined {
  return definite[0] ?? outcomes.find(({ state }) => state === 'decided')?.outcome
}

export function isBurned({ outcomes }: Pick<KeyRecord, 'outcomes'>): boolean {
  return outcomes.some(({ state }) => state === 'never')
}

export function isSettled(record: KeyRecord): boolean {
  return record.definite.length + record.outcomes.length > 0
}

export type KeyCallParts = { readonly client: CallClient; readonly keyLog: KeyLog }

/**
 * `send` is the request itself. `drop` sends it and closes the connection before the answer. `ask` asks for the
 * outcome. `ask_expired` asks as if the request were two days old: the answer must be `expired`, and nothing is burned.
 */
export type KeyCall = 'send' | 'drop' | 'ask' | 'ask_expired'

const twoDaysMs = 2 * 24 * 3600 * 1000

/** Makes one call for a key and records its answer. */
export async function callForKey(
  { client, keyLog }: KeyCallParts,
  address: string,
  record: KeyRecord,
  kind: KeyCall,
): Promise<AnswerKind> {
  const { action, key, token, openedAtMs } = record
  if (kind === 'send' || kind === 'drop') {
    const path = pathOf[action.kind]
    const isAnswerLost = kind === 'drop'
    return keyLog.recordAnswer(
      record,
      await client.call(address, { path, input: action.input, token, key, isAnswerLost }),
    )
  }
  const isExpired = kind === 'ask_expired'
  if (!isExpired) record.asked += 1
  const seenAtMs = isExpired ? openedAtMs - twoDaysMs : openedAtMs
  const input = { key, seen_at: String(seenAtMs) }
  const answer = await client.call(address, { path: outcomeOfKey.path, input, token })
  return keyLog.recordOutcome(record, answer, isExpired ? ['expired'] : ['decided', 'never'])
}
