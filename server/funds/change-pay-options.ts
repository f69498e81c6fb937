// Changes by operators: currencies with their terms, pay addresses, bank accounts. The caller writes the audit entry in
// the same transaction, and decides whether a second operator is needed.
import { maxAccountValue } from '#core/decision/limits.ts'
import { maxCurrencyDecimals } from '#core/funds/payout.ts'
import { oneToOne } from '#core/money/amounts.ts'
import {
  insertCurrency,
  insertPayAddress,
  insertWireOption,
  isAddressTaken,
  lockCurrency,
  lockPayAddress,
  lockWireOption,
  type NewCurrency,
  replaceOption,
  switchOption,
  updateCurrency,
} from '#server/funds/currencies-store.ts'
import { checkBank } from '#server/funds/destinations/bank-account.ts'
import { addressChecks, normalizeAddress } from '#server/funds/destinations/coin-address.ts'
import { type Currency, type PayAddress, type WireOption, wireFieldNames } from '#server/funds/funds-types.ts'
import type { PoolClient } from '#server/storage/storage.ts'

export type Changed<Row> = {
  readonly kind: 'changed'
  /** Undefined for a new row. */
  readonly before: Row | undefined
  readonly after: Row
}

export type ChangeRefusal = {
  readonly kind: 'refused'
  readonly reason: 'not_found' | 'invalid_input' | 'invalid_address' | 'invalid_iban' | 'invalid_swift'
  /** Name of the field in the row. */
  readonly field?: string
}

/** Without an id it is new. Code, network, kind, address check and decimals of an existing currency stay. */
export async function saveCurrency(
  client: PoolClient,
  { id, ...typed }: NewCurrency & { readonly id?: number | undefined },
): Promise<Changed<Currency> | ChangeRefusal> {
  const before = id === undefined ? undefined : await lockCurrency(client, id)
  if (id !== undefined && before === undefined) return { kind: 'refused', reason: 'not_found' }
  const { code, protocol, kind, addressCheck, decimals } = before ?? typed
  const row = { ...typed, code, protocol, kind, addressCheck, decimals }
  const field = badField(row)
  if (field !== undefined) return { kind: 'refused', reason: 'invalid_input', field }
  if (before !== undefined) {
    const after = { ...row, id: before.id }
    await updateCurrency(client, after)
    return { kind: 'changed', before, after }
  }
  const newId = await insertCurrency(client, row)
  if (newId === undefined) return { kind: 'refused', reason: 'invalid_input', field: 'code' }
  return { kind: 'changed', before, after: { ...row, id: newId } }
}

type Rule = (currency: NewCurrency) => boolean

/** The database checks the same. Here each field has its own answer. */
const currencyRules: Readonly<Partial<Record<keyof NewCurrency, Rule>>> = {
  code: ({ code }) => /^[A-Z][A-Z0-9]{1,15}$/.test(code),
  kind: ({ kind }) => kind === 'coin' || kind === 'fiat',
  protocol: ({ kind, protocol }) =>
    kind === 'fiat' ? protocol === '' : /^[A-Za-z0-9 ._-]{1,32}$/.test(protocol),
  addressCheck: ({ kind, addressCheck }) =>
    addressChecks.includes(addressCheck) && (kind === 'coin' || addressCheck === 'none'),
  decimals: ({ decimals }) => isWithin(decimals, 0, maxCurrencyDecimals),
  logo: ({ logo }) => logo === '' || (logo.length <= 500 && /^(https:\/\/|\/)[\x21-\x7e]*$/.test(logo)),
  depositRate: ({ isDepositOn, depositRate }) =>
    depositRate === null ? !isDepositOn : isWithin(depositRate, 1, Number.MAX_SAFE_INTEGER),
  leastDeposit: ({ leastDeposit }) => isWithin(leastDeposit, 1, Number.MAX_SAFE_INTEGER),
  payoutRate: ({ isPayoutOn, payoutRate }) =>
    payoutRate === null ? !isPayoutOn : isWithin(payoutRate, 1, Number.MAX_SAFE_INTEGER),
  feeKind: ({ feeKind }) => feeKind === 'fixed' || feeKind === 'share',
  feeValue: ({ feeKind, feeValue }) =>
    isWithin(feeValue, 0, feeKind === 'fixed' ? maxAccountValue : oneToOne),
  leastPayout: ({ leastPayout }) => isWithin(leastPayout, 1, maxAccountValue),
  mostPayout: ({ leastPayout, mostPayout }) => isWithin(mostPayout, leastPayout, maxAccountValue),
}

function isWithin(value: number, least: number, most: number): boolean {
  return Number.isSafeInteger(value) && value >= least && value <= most
}

function badField(currency: NewCurrency): string | undefined {
  return Object.entries(currencyRules).find(([, isValid]) => !isValid(currency))?.[0]
}

type Saved<Row extends { readonly id: number }> = Omit<Row, 'id'> & { readonly id?: number | undefined }

/** Without an id it is new. Another address is a new row, which replaces the old one; its currency stays. */
export async function savePayAddress(
  client: PoolClient,
  typed: Saved<PayAddress>,
): Promise<Changed<PayAddress> | ChangeRefusal> {
  const before = typed.id === undefined ? undefined : await lockPayAddress(client, typed.id)
  if (typed.id !== undefined && before === undefined) return { kind: 'refused', reason: 'not_found' }
  const currencyId = before?.currencyId ?? typed.currencyId
  const currency = await lockCurrency(client, currencyId)
  if (currency?.kind !== 'coin') return { kind: 'refused', reason: 'invalid_input', field: 'currencyId' }
  const address = normalizeAddress(currency.addressCheck, typed.address)
  if (address === undefined) return { kind: 'refused', reason: 'invalid_address', field: 'address' }
  const row = { currencyId, address, isOn: typed.isOn }
  if (await isAddressTaken(client, row, before?.id ?? 0))
    return { kind: 'refused', reason: 'invalid_input', field: 'address' }
  if (before?.address === address) {
    await switchOption(client, 'pay_addresses', { ...row, id: before.id })
    return { kind: 'changed', before, after: { ...row, id: before.id } }
  }
  const id = await insertPayAddress(client, row)
  if (before !== undefined) await replaceOption(client, 'pay_addresses', { id: before.id, by: id })
  return { kind: 'changed', before, after: { ...row, id } }
}

const textLimits = { bankName: 100, bankAddress: 200, payeeName: 100, payeeAccount: 64, bankRemark: 200 }

/** Without an id it is new. Other bank fields are a new row, which replaces the old one; its currency stays. */
export async function saveWireOption(
  client: PoolClient,
  typed: Saved<WireOption>,
): Promise<Changed<WireOption> | ChangeRefusal> {
  const before = typed.id === undefined ? undefined : await lockWireOption(client, typed.id)
  if (typed.id !== undefined && before === undefined) return { kind: 'refused', reason: 'not_found' }
  const currencyId = before?.currencyId ?? typed.currencyId
  const currency = await lockCurrency(client, currencyId)
  if (currency?.kind !== 'fiat') return { kind: 'refused', reason: 'invalid_input', field: 'currencyId' }
  const { bankName, bankAddress, bankSwift, payeeName, payeeAccount, bankRemark } = typed
  const fields = { bankName, bankAddress, bankSwift, payeeName, payeeAccount, bankRemark, bankBranch: '' }
  const checked = checkBank(fields)
  if (checked.kind === 'refused') return checked
  const { bankBranch: _, ...valid } = checked.fields
  for (const [field, most] of Object.entries(textLimits)) {
    if (valid[field as keyof typeof textLimits].length > most)
      return { kind: 'refused', reason: 'invalid_input', field }
  }
  const row = { ...valid, currencyId, isOn: typed.isOn }
  if (before !== undefined && wireFieldNames.every((field) => before[field] === row[field])) {
    await switchOption(client, 'wire_options', { ...row, id: before.id })
    return { kind: 'changed', before, after: { ...row, id: before.id } }
  }
  const id = await insertWireOption(client, row)
  if (before !== undefined) await replaceOption(client, 'wire_options', { id: before.id, by: id })
  return { kind: 'changed', before, after: { ...row, id } }
}
