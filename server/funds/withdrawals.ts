// Withdrawals: the record of a request, its lock by the engine, and its cancellation by the owner.
import { reasonFrom } from '#contract/envelope.ts'
import { type Refusal, refusalToWire, refused, wireReason } from '#contract/outcome.ts'
import { ensureNever } from '#core/ensure-never.ts'
import type { ConsumedCode } from '#server/codes/codes.ts'
import type { Engine, SubmitResult } from '#server/engine/engine.ts'
import { readCurrency } from '#server/funds/currencies-store.ts'
import type { Currency, PayoutMethod, RecordKey, WithdrawalRecord } from '#server/funds/funds-types.ts'
import type { OwnCodes } from '#server/funds/own-codes.ts'
import { readActiveMethod } from '#server/funds/payout-methods-store.ts'
import { lockRecords } from '#server/funds/records-store.ts'
import {
  type AgreedTerms,
  agreedTerms,
  insufficient,
  type TypedTerms,
  withdrawableNow,
} from '#server/funds/withdrawal-terms.ts'
import {
  countOpenWithdrawals,
  insertWithdrawal,
  readWithdrawal,
  readWithdrawalByKey,
} from '#server/funds/withdrawals-store.ts'
import type { Kyc } from '#server/kyc/kyc.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Portfolio } from '#server/portfolio/portfolio.ts'
import { inTransaction, type Pool, type PoolClient } from '#server/storage/storage.ts'

export type WithdrawalParts = {
  readonly pool: Pool
  readonly clock: Pick<Clock, 'now'>
  readonly codes: OwnCodes
  readonly kyc: Pick<Kyc, 'statusOf'>
  readonly engine: Pick<Engine, 'submit'>
  readonly portfolio: Pick<Portfolio, 'funds' | 'boardWait' | 'isFrozen'>
  readonly rules: { readonly needsIdentity: () => boolean; readonly needsCode: () => boolean }
}

export type TypedWithdrawal = RecordKey &
  TypedTerms & {
    readonly userId: number
    readonly currencyId: number
    readonly methodId: number
    readonly memo: string
    readonly code: string | undefined
  }

export type WithdrawalResult = { readonly kind: 'recorded'; readonly record: WithdrawalRecord } | Refusal

const mostOpen = 10

/** A request that the engine has not decided after this time is voided, and never asked again. */
export const undecidedForMs = 30_000

export function withdrawalReference(id: number): string {
  return `withdrawal:${id}`
}

/** A repeat is answered from the record and needs no code. */
export async function requestWithdrawal(
  parts: WithdrawalParts,
  typed: TypedWithdrawal,
): Promise<WithdrawalResult> {
  const known = await repeatOf(parts.pool, typed)
  if (known !== undefined) return await resume(parts, typed, known)
  const checked = await check(parts, typed)
  if ('reason' in checked) return await refuseUnlessKnown(parts, typed, checked)
  const { consumed, ...inserted } = await insertOnce(parts, typed, checked)
  const result = await resume(parts, typed, inserted)
  if (consumed !== undefined && 'id' in inserted && result.kind === 'refused')
    await restoreIfVoid(parts, { userId: typed.userId, id: inserted.id, consumed })
  return result
}

/** The same request may have used the code or locked the money a moment ago. Waits until its record is stored. */
async function refuseUnlessKnown(
  parts: WithdrawalParts,
  typed: TypedWithdrawal,
  refusal: Refusal,
): Promise<WithdrawalResult> {
  const known = await inTransaction(parts.pool, async (client) => {
    await lockRecords(client, typed.userId)
    return await repeatOf(client, typed)
  })
  return known === undefined ? refusal : await resume(parts, typed, known)
}

type InsertedRequest = {
  readonly userId: number
  readonly id: number
  readonly consumed: ConsumedCode
}

/** A code is for one withdrawal. A void one was none; one that is not decided yet could still lock its amount. */
async function restoreIfVoid(
  { pool, codes }: WithdrawalParts,
  { userId, id, consumed }: InsertedRequest,
): Promise<void> {
  const { state } = await requireRecord(pool, userId, id)
  if (state === 'void') await codes.restore(consumed)
}

type KnownRequest = { readonly id: number } | Refusal

async function repeatOf(
  client: Pool | PoolClient,
  { userId, key, fingerprint }: TypedWithdrawal,
): Promise<KnownRequest | undefined> {
  const known = await readWithdrawalByKey(client, userId, key)
  if (known === undefined || known.fingerprint === fingerprint) return known
  return refused('idempotency_mismatch')
}

// Checks, in the order in which they refuse.

type Checked = AgreedTerms & { readonly currency: Currency; readonly method: PayoutMethod }

async function check(parts: WithdrawalParts, typed: TypedWithdrawal): Promise<Checked | Refusal> {
  const { pool, kyc, rules, portfolio } = parts
  const { userId } = typed
  if (rules.needsIdentity() && (await kyc.statusOf(userId)) !== 2) return refused('not_verified')
  const currency = await readCurrency(pool, typed.currencyId)
  if (currency === undefined || !currency.isPayoutOn) return refused('currency_off')
  const method = usableMethod(parts, currency, await readActiveMethod(pool, userId, typed.methodId))
  if ('reason' in method) return method
  const agreed = agreedTerms(currency, typed)
  if ('reason' in agreed) return agreed
  const isFrozen = await portfolio.isFrozen(userId)
  const [wait, available] = [await portfolio.boardWait(userId), await withdrawableNow(portfolio, userId)]
  if (isFrozen === 'busy' || wait === 'busy' || available === 'busy') return refused('busy')
  // The engine would refuse it, and the code would be used up.
  if (isFrozen) return refused('account_frozen')
  if (wait !== undefined) return refused('stale_price')
  if (agreed.amount > available) return insufficient(available)
  return (await refusedCode(parts, typed)) ?? { ...agreed, currency, method }
}

function usableMethod(
  { clock }: WithdrawalParts,
  currency: Currency,
  method: PayoutMethod | undefined,
): PayoutMethod | Refusal {
  if (method === undefined || method.currency.id !== currency.id) return refused('method_unknown')
  if (method.usableAt.getTime() <= clock.now()) return method
  return refused('method_not_usable', { figures: { usable_at: method.usableAt.toISOString() } })
}

async function refusedCode(
  { codes, rules }: WithdrawalParts,
  { userId, code }: TypedWithdrawal,
): Promise<Refusal | undefined> {
  if (!rules.needsCode()) return undefined
  if (code === undefined) return refused('code_required')
  return (await codes.verify(userId, 'withdrawal', code)) ? undefined : refused('wrong_code')
}

/** Consumes the code and inserts the record in one transaction. */
async function insertOnce(
  { pool, clock, codes, rules }: WithdrawalParts,
  typed: TypedWithdrawal,
  { amount, terms, payout, currency, method }: Checked,
): Promise<KnownRequest & { readonly consumed?: ConsumedCode | undefined }> {
  const { userId, key, fingerprint, memo, code } = typed
  return await inTransaction(pool, async (client) => {
    await lockRecords(client, userId)
    const repeated = await repeatOf(client, typed)
    if (repeated !== undefined) return repeated
    if ((await countOpenWithdrawals(client, userId)) >= mostOpen) return refused('records_limit')
    // Deleted in the meantime.
    if ((await readActiveMethod(client, userId, method.id)) === undefined) return refused('method_unknown')
    const consumed = rules.needsCode()
      ? await codes.consumeForNow(client, userId, 'withdrawal', code ?? '')
      : undefined
    if (rules.needsCode() && consumed === undefined) return refused('wrong_code')
    const { fee, rate } = terms
    const createdAt = new Date(clock.now())
    const row = { userId, key, fingerprint, memo, currency, method, amount, fee, rate, payout, createdAt }
    return { id: await insertWithdrawal(client, row), consumed }
  })
}

/** Asks the engine to lock the amount, unless it has decided already or the request is too old. */
async function resume(
  parts: WithdrawalParts,
  { userId }: Pick<TypedWithdrawal, 'userId'>,
  known: KnownRequest,
): Promise<WithdrawalResult> {
  if ('reason' in known) return known
  const record = await requireRecord(parts.pool, userId, known.id)
  const ended = refusalOfVoid(record)
  if (ended !== undefined) return ended
  const ageMs = parts.clock.now() - record.createdAt.getTime()
  if (record.state !== null || ageMs >= undecidedForMs) return { kind: 'recorded', record }
  const refusal = await lockAmount(parts, record)
  return refusal ?? { kind: 'recorded', record: await requireRecord(parts.pool, userId, record.id) }
}

/** The refusal that voided the request. Undefined if it is not void, or was voided because it was never decided. */
function refusalOfVoid({ state, note }: WithdrawalRecord): Refusal | undefined {
  const reason = state === 'void' ? reasonFrom(note) : undefined
  return reason === undefined ? undefined : refused(reason)
}

async function lockAmount(parts: WithdrawalParts, record: WithdrawalRecord): Promise<Refusal | undefined> {
  const { userId, amount, fee, rate, currencyCode: currency, decimals } = record
  const owner = { userId, isDemo: false }
  const reference = withdrawalReference(record.id)
  const terms = { currency, decimals, fee, rate }
  const reply = await parts.engine.submit(owner, { kind: 'request_withdrawal', reference, amount, terms })
  const refusal = refusalOf(reply)
  if (reply.kind !== 'refused' || refusal === undefined) return refusal
  // The request must not lock the amount later, when the user believes that it was refused.
  const note = wireReason(reply.reason)
  const voided = await parts.engine.submit(owner, { kind: 'void_withdrawal', reference, amount, note })
  if (voided.kind === 'done') return refusal
  return refusalOf(voided)
}

/** Undefined if the command was executed now or before. */
function refusalOf(reply: SubmitResult): Refusal | undefined {
  switch (reply.kind) {
    case 'done':
      return undefined
    case 'refused':
      return reply.reason === 'movement_exists' ? undefined : refusalToWire(reply)
    case 'busy':
    case 'unknown':
    case 'mismatch':
      return refused('outcome_unknown')
    case 'frozen':
      return refused('account_frozen')
    case 'fault':
      // The engine has logged the cause. Throwing gives the caller a fault id to quote.
      throw new Error('the engine failed to execute the command')
    default:
      return ensureNever(reply)
  }
}

/** Cancels a request of the user that is not in review yet. Cancelling it again changes nothing. */
export async function cancelWithdrawal(
  { pool, engine, portfolio }: WithdrawalParts,
  { userId, id }: { readonly userId: number; readonly id: number },
): Promise<WithdrawalResult> {
  const record = await readWithdrawal(pool, userId, id)
  if (record === undefined) return refused('not_found')
  if (record.state === 'cancelled') return { kind: 'recorded', record }
  // It is locked or voided within half a minute, or once the freeze is lifted.
  if (record.state === null)
    return refused((await portfolio.isFrozen(userId)) === true ? 'account_frozen' : 'busy')
  const reference = withdrawalReference(id)
  const command = { kind: 'advance_withdrawal', reference, to: 'cancelled', operatorId: null } as const
  const refusal = refusalOf(await engine.submit({ userId, isDemo: false }, command))
  if (refusal !== undefined) return refusal
  const now = await requireRecord(pool, userId, id)
  return now.state === 'cancelled' ? { kind: 'recorded', record: now } : refused('already_decided')
}

async function requireRecord(pool: Pool, userId: number, id: number): Promise<WithdrawalRecord> {
  const record = await readWithdrawal(pool, userId, id)
  if (record === undefined) throw new Error(`withdrawal ${id} was not found`)
  return record
}
