// Answers of calls in which every text that a person can write is hostile.
import type { Call } from '#contract/call.ts'
import { hostileText } from '#test/browser/hostile-texts.ts'
import { findCalls } from '#test/calls/all-calls.ts'

/**
 * Times, amounts, ids, words of fixed lists, names of files and texts of the server. A name that another call may use for
 * a text of a person is listed with its call.
 */
const machineMade: ReadonlySet<string> = new Set(
  `at since waiting_since time CreatedAtTran id uid number mobile invite_code key kind state action failure status_name MemoTran
  amount rate credit credited total fee payout real_number available Value min_number max_number draw_rate usd_price
  deposit_rate payout_rate least_deposit least_payout most_payout last_day last_day_destination last_day_payer balance
  lock_balance locked equity used_margin deposited withdrawn realised_profit profit ledger records movements difference
  expected found net_value b64s logo voucher proofImg front_pic reverse_pic pack_sha256
  audit_log.subject desk_proposals.subject desk_proposals.changes.label deposit_details.paid_to.label
  withdrawal_details.pay_to.label reconciliation.problems.reference desk_settings.options draw.missing
  draw_cancel.missing draw_list.missing`.split(/\s+/),
)

/** Fields of answers, such as `identity_check.remark`, whose texts a person can write. New fields count as such. */
type WrittenTexts = ReadonlySet<string>

export type HostileAnswers = {
  /** The answer of the call at this path, with hostile texts. Empty texts stay empty. */
  readonly hostile: (path: string, answer: unknown) => unknown
  /** The texts of calls that read. */
  readonly readTexts: WrittenTexts
}

/** Without orders: the engine makes their texts, and the names of markets come from the seed. */
export async function hostileAnswers(of: 'app' | 'desk'): Promise<HostileAnswers> {
  const calls = (await findCalls()).filter(
    ({ group, name, path }) =>
      group !== 'Trading' && name !== 'support_order' && path.startsWith('/desk/') === (of === 'desk'),
  )
  const written = new Set(calls.flatMap(textsOf))
  const nameOf = new Map(calls.map(({ path, name }) => [path, name]))
  return {
    hostile(path, answer) {
      const name = nameOf.get(path)
      return name === undefined ? answer : withHostileTexts(answer, name, written)
    },
    readTexts: new Set(calls.filter(({ changes }) => !changes).flatMap(textsOf)),
  }
}

function withHostileTexts(value: unknown, field: string, written: WrittenTexts): unknown {
  if (typeof value === 'string') return value !== '' && written.has(field) ? hostileText(field) : value
  if (Array.isArray(value)) return value.map((item) => withHostileTexts(item, field, written))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  return Object.fromEntries(
    entries.map(([key, inner]) => [key, withHostileTexts(inner, within(field, key), written)]),
  )
}

/** The rows of a list have the name of the list. */
const within = (field: string, key: string) => (key === 'data' ? field : `${field}.${key}`)

type Schema = {
  readonly type?: string
  readonly enum?: unknown
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

function textsOf({ name, answer }: Call): readonly string[] {
  return stringsOf(answer as Schema, name).filter((field) => {
    const last = field.slice(field.lastIndexOf('.') + 1)
    return !(machineMade.has(last) || machineMade.has(field) || /_at$|At$/.test(last))
  })
}

function stringsOf(schema: Schema, field: string): readonly string[] {
  const { type, properties = {}, patternProperties = {}, items, anyOf = [] } = schema
  const inner = [...(items === undefined ? [] : [items]), ...anyOf]
  return [
    ...(type === 'string' && schema.enum === undefined && schema.const === undefined ? [field] : []),
    ...inner.flatMap((one) => stringsOf(one, field)),
    ...Object.entries(properties).flatMap(([key, one]) => stringsOf(one, within(field, key))),
    ...Object.values(patternProperties).flatMap((one) => stringsOf(one, within(field, '*'))),
  ]
}
