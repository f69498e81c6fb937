import type { Answer, Call, CallClient } from '#test/crash/load/call-client.ts'
import { reasonOf } from '#test/crash/load/key-log.ts'

/** Calls about money: the first four are of users, with an idempotency key, the others of operators. */
export type FundsKind =
  | 'deposit'
  | 'withdraw'
  | 'cancel'
  | 'bind'
  | 'decide'
  | 'step'
  | 'propose'
  | 'approve'
  | 'reject'

/** A call about money and every answer for it. */
export type FundsRecord = {
  readonly kind: FundsKind
  /** Id of the user or operator who called. */
  readonly by: number
  readonly path: string
  readonly input: Readonly<Record<string, string>>
  readonly token: string
  /** Only of users. A repeat with it is answered from the record. */
  readonly key: string | undefined
  /** Definite answers in order of arrival. */
  readonly answers: Answer[]
  /** Calls without an answer or with `outcome_unknown`. */
  unknown: number
  /** Sent again by a check, perhaps long after the first time. */
  isRepeated: boolean
}

export type FundsLog = {
  readonly open: (asked: Pick<FundsRecord, 'kind' | 'by' | 'path' | 'input' | 'token'>) => FundsRecord
  /** Makes the call and records its answer. Resolves with undefined if the connection ended before an answer. */
  readonly send: (address: string, record: FundsRecord, isAnswerLost?: boolean) => Promise<Answer | undefined>
  readonly records: () => readonly FundsRecord[]
  /** Answers that must never occur. */
  readonly wrong: readonly string[]
}

const userKinds: readonly FundsKind[] = ['deposit', 'withdraw', 'cancel', 'bind']

/** Refusals that the load never causes. */
const wrongReasons: readonly string[] = [
  'idempotency_mismatch',
  'invalid_input',
  'malformed_body',
  'unknown_path',
  'wrong_verb',
  'account_frozen',
  'demo_forbidden',
  'not_verified',
  'no_pay_way',
  'currency_off',
  'method_unknown',
  'method_not_usable',
  'role_forbidden',
  'remark_required',
  'rate_limited',
]

export function createFundsLog(client: CallClient, name: string): FundsLog {
  const records: FundsRecord[] = []
  const wrong: string[] = []

  function note(record: FundsRecord, answer: Answer | undefined): void {
    const { kind, answers } = record
    const reason = answer?.code === 0 ? reasonOf(answer) : ''
    // The session could not be looked up while the database was unavailable.
    if (answer === undefined || answer.code === 500 || reason === 'outcome_unknown') record.unknown += 1
    else if (answer.code === 1) answers.push(answer)
    // A confirmation that a crash interrupts counts as failed. After five of them the operator has to wait.
    else if (answer.code === 429 && 'totp' in record.input) return
    else if (answer.code !== 0 || wrongReasons.includes(reason))
      wrong.push(`${kind} ${JSON.stringify(record.input)} was answered ${JSON.stringify(answer)}`)
    else if (reason !== 'busy') answers.push(answer)
  }

  return {
    open(asked) {
      const key = userKinds.includes(asked.kind)
        ? `${name}-${String(records.length).padStart(6, '0')}`
        : undefined
      const record: FundsRecord = { ...asked, key, answers: [], unknown: 0, isRepeated: false }
      records.push(record)
      return record
    },
    async send(address, record, isAnswerLost = false) {
      const { path, input, token, key } = record
      const call: Call = { path, input, token, isAnswerLost, ...(key === undefined ? {} : { key }) }
      const answer = await client.call(address, call)
      note(record, answer)
      return answer
    },
    records: () => records,
    wrong,
  }
}

/** Data of the first success; undefined if there was none. */
export function successOf<Data>({ answers }: Pick<FundsRecord, 'answers'>): Data | undefined {
  return answers.find(({ code }) => code === 1)?.data as Data | undefined
}
