import { type EvidencePack, maxPackBytes, packFormat } from '#server/complaints/pack/pack-format.ts'

/** The pack, or a sentence that says why the bytes are not one. What the proofs cover is checked later. */
export function packOfFile(bytes: Buffer): EvidencePack | string {
  if (bytes.length > maxPackBytes) return 'The file is larger than any evidence pack.'
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8'))
  } catch {
    return 'The file is not JSON.'
  }
  if (!isRecord(value) || value['format'] !== packFormat) return 'The file is not an evidence pack.'
  return isPack(value) ? (value as EvidencePack) : 'The pack has a missing, unknown or invalid field.'
}

type Check = (value: unknown) => boolean
type Fields = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isNumber: Check = (value) => Number.isSafeInteger(value)
const isText: Check = (value) => typeof value === 'string'
const isFlag: Check = (value) => typeof value === 'boolean'
const isId: Check = (value) => Number.isSafeInteger(value) && Number(value) > 0
const orNull =
  (holds: Check): Check =>
  (value) =>
    value === null || holds(value)
const listOf =
  (holds: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(holds)
const oneOf =
  (...values: readonly string[]): Check =>
  (value) =>
    values.some((one) => one === value)

/** Unknown fields are refused: nothing would cover them. */
function exactly(fields: Readonly<Record<string, Check>>): Check {
  const checks = Object.entries(fields)
  return (value) =>
    isRecord(value) &&
    Object.keys(value).length === checks.length &&
    checks.every(([name, holds]) => holds(value[name]))
}

const headFields = { seq: isNumber, hash: (value: unknown) => /^[0-9a-f]{64}$/.test(String(value)) }
const numbers = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, isNumber]))
const texts = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, isText]))
/** A time that can be written as a date. */
const isTime = (value: unknown) => isNumber(value) && !Number.isNaN(new Date(Number(value)).getTime())
const movement = orNull(isRecord)

const isPack = exactly({
  format: isText,
  complaint: exactly({
    ...texts('number', 'text'),
    filedAtMs: isTime,
    ...{ orders: listOf(isId), deposits: listOf(isId), withdrawals: listOf(isId) },
  }),
  userId: isId,
  asOf: exactly(headFields),
  orders: listOf((value) => isRecord(value) && isId(value['id'])),
  deposits: listOf(
    exactly({
      id: isId,
      ...texts('kind', 'currency', 'protocol', 'address'),
      ...numbers('decimals', 'amount', 'rate', 'credited', 'createdAtMs'),
      ...{ wireOption: orNull(isRecord), isAtOldRate: isFlag, movement },
    }),
  ),
  withdrawals: listOf(
    exactly({
      id: isId,
      ...texts('kind', 'currency', 'protocol', 'address', 'payeeName', 'payeeAccount', 'memo'),
      ...texts('bankName', 'bankBranch', 'bankAddress', 'bankSwift', 'bankRemark'),
      ...numbers('decimals', 'amount', 'fee', 'rate', 'payout', 'createdAtMs'),
      movement,
    }),
  ),
  ledger: listOf(
    exactly({
      ...{ id: isId, orderId: orNull(isId), memo: orNull(isText) },
      ...texts('source', 'destination', 'type', 'reference'),
      ...numbers('amount', 'batch', 'timeMs'),
      balances: orNull(exactly(numbers('cashBefore', 'cashAfter', 'lockedBefore', 'lockedAfter'))),
    }),
  ),
  proofs: listOf(
    exactly({
      head: orNull(exactly({ ...headFields, isRecorded: isFlag })),
      // Checked with its hashes.
      proof: (value) =>
        isRecord(value) && Array.isArray(value['batches']) && value['batches'].every(isRecord),
    }),
  ),
  unproven: listOf(exactly({ record: isText, why: oneOf('format_1', 'range') })),
})
