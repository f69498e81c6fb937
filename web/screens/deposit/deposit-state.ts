import type {
  ChargeMethod,
  ChargeSubmitInput,
  WireCurrency,
  WireOption,
  WireSubmitInput,
} from '#contract/calls/funds.ts'
import { type AmountFault, amountFault } from '#web/parts/funds/funds-amounts.ts'
import type { UploadImage } from '#web/parts/images/image-upload.ts'

/** A bank card is paid in like a wire transfer. */
export type DepositKind = 'coin' | 'wire' | 'card'

/** Where a deposit is paid to, and on what terms. */
export type DepositTarget = {
  readonly kind: 'coin' | 'wire'
  readonly id: number
  readonly currency: string
  /** Empty for a bank account. */
  readonly network: string
  readonly rate: string
  readonly least: string
  readonly decimals: number
  /** The coin address, or the account number. */
  readonly address: string
  /** Undefined for a coin. */
  readonly bank?: WireOption
  /** It is no longer offered. The user saw it before, and may have paid. */
  readonly isGone?: true
  /** The rate is the last one that was seen, and may not hold any more. */
  readonly isRateOld?: true
}

type Marked = { readonly is_off?: number }

export function splitEarlier<Item extends Marked>(items: readonly Item[]) {
  return {
    offered: items.filter(({ is_off }) => is_off !== 1),
    /** Not to be paid to any more, but a payment made before can be reported. */
    earlier: items.filter(({ is_off }) => is_off === 1),
  }
}

type Shown<Option> = { readonly option: Option | undefined; readonly isGone: boolean }

/** The chosen option, or the first. One that the user saw stays until they choose another, even if it is gone. */
export function shownOption<Option extends { readonly id: number }>(
  options: readonly Option[],
  chosen: string | undefined,
  seen: Option | undefined,
): Shown<Option> {
  const picked = options.find(({ id }) => String(id) === chosen)
  if (picked !== undefined || seen === undefined) return { option: picked ?? options[0], isGone: false }
  const still = options.find(({ id }) => id === seen.id)
  return { option: still ?? seen, isGone: still === undefined }
}

/** The current terms of an address that the user saw, from the list of the server. */
export function currentCoin(seen: ChargeMethod, methods: readonly ChargeMethod[]): DepositTarget {
  const now = methods.find(({ id }) => id === seen.id)
  return now === undefined ? goneCoin(seen, methods) : coinTarget(now)
}

/** The terms of a coin whose address is not listed any more are those of another address of it. */
function goneCoin(seen: ChargeMethod, methods: readonly ChargeMethod[]): DepositTarget {
  const other = methods.find(
    ({ currency_code, protocol_code }) =>
      currency_code === seen.currency_code && protocol_code === seen.protocol_code,
  )
  const { rate, min_number, decimals } = other ?? seen
  return {
    ...coinTarget({ ...seen, rate, min_number, decimals }),
    isGone: true,
    ...(other === undefined ? { isRateOld: true } : {}),
  }
}

export function coinTarget(method: ChargeMethod): DepositTarget {
  const { id, currency_code, protocol_code, address, rate, min_number, decimals } = method
  return {
    kind: 'coin',
    id,
    currency: currency_code,
    network: protocol_code,
    rate,
    least: min_number,
    decimals,
    address,
    ...(method.is_off === 1 ? { isGone: true } : {}),
  }
}

export function wireTarget(
  { code, rate, min_number, decimals }: WireCurrency,
  bank: WireOption,
): DepositTarget {
  return {
    kind: 'wire',
    id: bank.id,
    currency: code,
    network: '',
    rate,
    least: min_number,
    decimals,
    address: bank.payee_account,
    bank,
    ...(bank.is_off === 1 ? { isGone: true } : {}),
  }
}

export type DepositErrors = {
  readonly amount?: AmountFault
  readonly target?: 'required'
  readonly voucher?: 'required' | 'uploading'
}

export type DepositForm = {
  readonly amount: string
  readonly target: DepositTarget | undefined
  readonly voucher: UploadImage
}

export function depositErrors({ amount, target, voucher }: DepositForm): DepositErrors {
  const fault = amountFault(amount, target ?? anyAmount)
  return {
    ...(fault === undefined ? {} : { amount: fault }),
    ...(target === undefined ? { target: 'required' } : {}),
    ...(voucher.kind === 'ready' ? {} : { voucher: voucher.kind === 'empty' ? 'required' : 'uploading' }),
  }
}

const anyAmount = { decimals: 8, least: '0' }

/** A deposit as it is shown for confirmation, and then sent. */
export type DepositDraft = {
  readonly amount: string
  readonly target: DepositTarget
  readonly proof: string
}

/** Undefined while the form has an error. */
export function depositDraft(form: DepositForm): DepositDraft | undefined {
  const { amount, target, voucher } = form
  if (Object.keys(depositErrors(form)).length > 0) return undefined
  if (target === undefined || voucher.kind !== 'ready') return undefined
  return { amount, target, proof: voucher.url }
}

export type DepositRequest =
  | { readonly kind: 'coin_deposit'; readonly input: ChargeSubmitInput }
  | { readonly kind: 'wire_deposit'; readonly input: WireSubmitInput }

/** An old rate is not sent: the server would refuse it each time, and the current one cannot be read. */
export function depositRequest({ amount, target, proof }: DepositDraft): DepositRequest {
  const { id, rate, isRateOld, address } = target
  const shared = { number: amount, proofImg: proof, ...(isRateOld ? {} : { rate }) }
  return target.kind === 'coin'
    ? { kind: 'coin_deposit', input: { ...shared, address, charge_id: id } }
    : { kind: 'wire_deposit', input: { ...shared, wire_id: id } }
}

/** The form field named in a refusal. */
export function fieldFromWire(field: string | undefined): keyof DepositForm | undefined {
  switch (field) {
    case 'number':
      return 'amount'
    case 'proofImg':
      return 'voucher'
    case 'address':
    case 'charge_id':
    case 'wire_id':
      return 'target'
    default:
      return undefined
  }
}

export type ChangedTerm = {
  readonly name: 'rate' | 'address'
  readonly before: string
  readonly now: string
}

/** What differs between the terms that the user confirmed and those that hold now. */
export function changedTerms(before: DepositTarget, now: DepositTarget): readonly ChangedTerm[] {
  return (['address', 'rate'] as const)
    .filter((name) => before[name] !== now[name])
    .map((name) => ({ name, before: before[name], now: now[name] }))
}
