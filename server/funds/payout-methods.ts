// Payout methods: where a user is paid. A new one needs a code and waits before its first use.
import { type Refusal, refused } from '#contract/outcome.ts'
import { maskedDestination } from '#core/funds/masked-destination.ts'
import type { NoticeContent } from '#core/notice/notice.ts'
import { readCurrency } from '#server/funds/currencies-store.ts'
import { type BankFields, checkBank } from '#server/funds/destinations/bank-account.ts'
import { normalizeAddress } from '#server/funds/destinations/coin-address.ts'
import type { Currency, PayoutMethod, RecordKey, RecordKind } from '#server/funds/funds-types.ts'
import type { OwnCodes } from '#server/funds/own-codes.ts'
import {
  countMethods,
  deleteMethod,
  insertMethod,
  type NewMethod,
  readMethodByKey,
} from '#server/funds/payout-methods-store.ts'
import { lockRecords } from '#server/funds/records-store.ts'
import type { AddNotices } from '#server/notices/notices.ts'
import type { Clock } from '#server/platform/clock.ts'
import { inTransaction, type Pool, type PoolClient } from '#server/storage/storage.ts'

export type MethodParts = {
  readonly pool: Pool
  readonly clock: Pick<Clock, 'now'>
  readonly codes: OwnCodes
  readonly methodWaitHours: () => number
  readonly addNotices: AddNotices
}

export type TypedMethod = RecordKey & {
  readonly userId: number
  readonly kind: RecordKind
  readonly currencyId: number
  readonly address: string
  readonly bank: BankFields
  readonly code: string | undefined
}

export type MethodResult = { readonly kind: 'bound'; readonly method: PayoutMethod } | Refusal

/** Active methods of a user. */
const mostMethods = 20
const hourMs = 3_600_000

/** A repeat is answered from the record and needs no code. */
export async function bindPayoutMethod(parts: MethodParts, typed: TypedMethod): Promise<MethodResult> {
  const { pool, codes } = parts
  const { userId, code } = typed
  const known = await repeatOf(pool, typed)
  if (known !== undefined) return known
  const currency = await readCurrency(pool, typed.currencyId)
  if (currency === undefined || !currency.isPayoutOn) return refused('currency_off')
  const destination = destinationOf(typed, currency)
  if ('reason' in destination) return destination
  if (code === undefined) return await refuseUnlessBound(pool, typed, 'code_required')
  if (!(await codes.verify(userId, 'payout_method', code)))
    return await refuseUnlessBound(pool, typed, 'wrong_code')
  return await inTransaction(pool, async (client) => {
    await lockRecords(client, userId)
    const repeated = await repeatOf(client, typed)
    if (repeated !== undefined) return repeated
    if ((await countMethods(client, userId)) >= mostMethods) return refused('methods_limit')
    if (!(await insertMethod(client, newMethod(parts, typed, destination)))) return refused('method_exists')
    // A wrong code rolls the insert back.
    if (!(await codes.consume(client, userId, 'payout_method', code))) throw new CodeUsed()
    const bound = await repeatOf(client, typed)
    if (bound?.kind !== 'bound') throw new Error('the inserted payout method was not found')
    const { id, address, payeeAccount, usableAt } = bound.method
    const content = { kind: 'payout_method_added', usableAtMs: usableAt.getTime() } as const
    await tellOwner(parts, client, { userId, id }, { ...content, destination: address || payeeAccount })
    return bound
  }).catch((caught: unknown) => {
    if (caught instanceof CodeUsed) return refused('wrong_code')
    throw caught
  })
}

/** The same request may have used the code a moment ago: waits for it to end. */
async function refuseUnlessBound(
  pool: Pool,
  typed: TypedMethod,
  reason: 'code_required' | 'wrong_code',
): Promise<MethodResult> {
  return await inTransaction(pool, async (client) => {
    await lockRecords(client, typed.userId)
    return (await repeatOf(client, typed)) ?? refused(reason)
  })
}

type DeleteParts = Pick<MethodParts, 'pool' | 'clock' | 'addNotices'>

/** False if the user never had this method. Deleting it again changes nothing. */
export async function deletePayoutMethod(parts: DeleteParts, userId: number, id: number): Promise<boolean> {
  return await inTransaction(parts.pool, async (client) => {
    const destination = await deleteMethod(client, userId, id, new Date(parts.clock.now()))
    if (typeof destination === 'string')
      await tellOwner(parts, client, { userId, id }, { kind: 'payout_method_deleted', destination })
    return destination !== undefined
  })
}

type MethodContent = Extract<
  NoticeContent,
  { readonly kind: 'payout_method_added' | 'payout_method_deleted' }
>

/** In the transaction of the change, in case it was not the owner's. The destination is masked. */
async function tellOwner(
  { addNotices, clock }: Pick<MethodParts, 'addNotices' | 'clock'>,
  client: PoolClient,
  { userId, id }: { readonly userId: number; readonly id: number },
  content: MethodContent,
): Promise<void> {
  const shown = { ...content, destination: maskedDestination(content.destination) }
  await addNotices(client, [{ userId, source: `${content.kind}:${id}`, atMs: clock.now(), content: shown }])
}

/** The code was correct a moment ago, but another request has used it. */
class CodeUsed extends Error {}

async function repeatOf(
  client: Pool | PoolClient,
  { userId, key, fingerprint }: Pick<TypedMethod, 'userId' | 'key' | 'fingerprint'>,
): Promise<MethodResult | undefined> {
  const known = await readMethodByKey(client, userId, key)
  if (known === undefined) return undefined
  return known.fingerprint === fingerprint
    ? { kind: 'bound', method: known.method }
    : refused('idempotency_mismatch')
}

type Destination = BankFields & Pick<NewMethod, 'address' | 'destination'>

/** Wire names of the fields that may be missing. */
const wireFields = {
  bankName: 'bank_name',
  bankBranch: 'bank_branch',
  payeeName: 'payee_name',
  payeeAccount: 'payee_account',
  bankAddress: 'bank_address',
  bankSwift: 'bank_swift',
  bankRemark: 'bank_remark',
} as const satisfies Record<keyof BankFields, string>

const noBank: BankFields = {
  bankName: '',
  bankBranch: '',
  payeeName: '',
  payeeAccount: '',
  bankAddress: '',
  bankSwift: '',
  bankRemark: '',
}

function destinationOf(
  { kind, address: typed, bank }: TypedMethod,
  currency: Currency,
): Destination | Refusal {
  if ((currency.kind === 'coin') !== (kind === 'coin')) return refused('invalid_input', { field: 'type' })
  if (kind === 'coin') {
    const address = normalizeAddress(currency.addressCheck, typed)
    if (address === undefined) return refused('invalid_address', { field: 'dc_address' })
    return { ...noBank, address, destination: address }
  }
  const checked = checkBank(bank)
  if (checked.kind === 'valid') return { ...checked.fields, address: '', destination: checked.destination }
  if (checked.reason === 'invalid_input')
    return refused('invalid_input', { field: wireFields[checked.field] })
  const field = checked.reason === 'invalid_iban' ? 'payee_account' : 'bank_swift'
  return refused(checked.reason, { field })
}

function newMethod(
  { clock, methodWaitHours }: MethodParts,
  { userId, key, fingerprint, currencyId }: TypedMethod,
  destination: Destination,
): NewMethod {
  const nowMs = clock.now()
  const usableAt = new Date(nowMs + methodWaitHours() * hourMs)
  return {
    ...destination,
    userId,
    key,
    fingerprint,
    currencyId,
    createdAt: new Date(nowMs),
    usableAt,
  }
}
