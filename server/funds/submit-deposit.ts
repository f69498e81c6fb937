// A deposit as its user reports it. The record fixes the terms; only an operator's decision credits it.
import { type Refusal, refused } from '#contract/outcome.ts'
import { maxAccountValue } from '#core/decision/limits.ts'
import { creditedAmount } from '#core/funds/payout.ts'
import { readPaidAddress, readPaidWire } from '#server/funds/currencies-store.ts'
import {
  countUndecidedDeposits,
  insertDeposit,
  type NewDeposit,
  readDepositByKey,
} from '#server/funds/deposits-store.ts'
import type { DepositCurrency, DepositRecord, RecordKey } from '#server/funds/funds-types.ts'
import { lockRecords } from '#server/funds/records-store.ts'
import { hasRateChanged, typedAmount } from '#server/funds/typed-amount.ts'
import type { Clock } from '#server/platform/clock.ts'
import { inTransaction, type Pool, type PoolClient } from '#server/storage/storage.ts'
import type { Uploads } from '#server/uploads/uploads.ts'

export type DepositParts = {
  readonly pool: Pool
  readonly clock: Pick<Clock, 'now'>
  readonly uploads: Pick<Uploads, 'claim'>
}

type Reported = RecordKey & {
  readonly userId: number
  /** As typed, in the currency of the payment. */
  readonly amount: string
  /** Name of one of the user's own uploads. */
  readonly voucher: string
  /** Rate the user saw. */
  readonly rate?: string | undefined
}

export type CoinDeposit = Reported & { readonly addressId: number; readonly address: string }
export type WireDeposit = Reported & { readonly wireId: number }

export type DepositResult = { readonly kind: 'recorded'; readonly record: DepositRecord } | Refusal

const mostUndecided = 20

/**
 * The address may be off or replaced, and deposits of its currency off for a short time: the user may have paid before.
 * The id and the address must belong together.
 */
export async function submitCoinDeposit(parts: DepositParts, deposit: CoinDeposit): Promise<DepositResult> {
  return await submit(parts, deposit, async (client) => {
    const paid = await readPaidAddress(client, deposit.addressId)
    if (paid === undefined) return refused('no_pay_way')
    const { option, currency } = paid
    if (option.address !== deposit.address.trim()) return refused('terms_changed')
    return { currency, kind: 'coin', address: option.address, wireOption: null }
  })
}

/** The bank account may be off or replaced, too. Its fields never change, so the id names what the user saw. */
export async function submitWireDeposit(parts: DepositParts, deposit: WireDeposit): Promise<DepositResult> {
  return await submit(parts, deposit, async (client) => {
    const paid = await readPaidWire(client, deposit.wireId)
    if (paid === undefined) return refused('no_pay_way')
    return { currency: paid.currency, kind: 'bank', address: '', wireOption: paid.option }
  })
}

type Way = Pick<NewDeposit, 'kind' | 'address' | 'wireOption'> & { readonly currency: DepositCurrency }

type FindWay = (client: PoolClient) => Promise<Way | Refusal>

/** Claims the voucher and inserts the record in one transaction. A repeat is answered from the record. */
async function submit(parts: DepositParts, deposit: Reported, findWay: FindWay): Promise<DepositResult> {
  const { userId, key, fingerprint } = deposit
  return await inTransaction(parts.pool, async (client) => {
    await lockRecords(client, userId)
    const known = await readDepositByKey(client, userId, key)
    if (known !== undefined) {
      if (known.fingerprint !== fingerprint) return refused('idempotency_mismatch')
      return { kind: 'recorded', record: known.record }
    }
    const row = newDeposit(parts, deposit, await findWay(client))
    if ('reason' in row) return row
    if ((await countUndecidedDeposits(client, userId)) >= mostUndecided) return refused('records_limit')
    const claim = { ownerId: userId, names: [deposit.voucher], keptFor: 'voucher' } as const
    if (!(await parts.uploads.claim(client, claim))) return refused('image_unknown')
    await insertDeposit(client, row)
    const inserted = await readDepositByKey(client, userId, key)
    if (inserted === undefined) throw new Error('the inserted deposit was not found')
    return { kind: 'recorded', record: inserted.record }
  })
}

function newDeposit(
  { clock }: DepositParts,
  { amount: typed, rate: seen, ...deposit }: Reported,
  way: Way | Refusal,
): NewDeposit | Refusal {
  if ('reason' in way) return way
  const { currency } = way
  const { decimals, code, leastDeposit: least, depositRate: rate } = currency
  if (hasRateChanged(seen, rate)) return refused('terms_changed')
  const amount = typedAmount(typed, { decimals, currency: code, least })
  if (typeof amount !== 'number') return amount
  const credited = creditedAmount(amount, decimals, rate)
  if (credited === undefined || credited > maxAccountValue) return refused('amount_too_large')
  if (credited <= 0) return refused('amount_too_small')
  const isAtOldRate = !currency.isDepositOn
  return { ...deposit, ...way, amount, rate, credited, isAtOldRate, createdAt: new Date(clock.now()) }
}
