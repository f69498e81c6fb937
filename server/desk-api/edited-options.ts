// Rows of pay options as an operator wants them: the row as it is, with the typed fields in their place.
import type {
  AddCurrencyInput,
  ChangeCurrencyInput,
  ChangePayAddressInput,
  ChangeWireOptionInput,
} from '#contract/desk/funds.ts'
import { type Refusal, refused } from '#contract/outcome.ts'
import { micros, microsDecimals, type Rate, rate, rateDecimals } from '#core/money/amounts.ts'
import { parseDecimal } from '#core/money/decimal.ts'
import type { Currency, PayAddress, WireOption } from '#server/funds/funds.ts'

const invalid = (field: string) => refused('invalid_input', { field })

/** Undefined if the text is not a decimal of this many places. Negative values are refused when the row is saved. */
function unitsOf(text: string, decimals: number): number | undefined {
  const parsed = parseDecimal(text, decimals)
  return parsed.ok ? parsed.amount : undefined
}

type Reading<Value> = { readonly value: Value } | Refusal

/** The typed text as units, or the value as it is if the field was not sent. */
function readUnits(
  field: keyof ChangeCurrencyInput,
  text: string | undefined,
  decimals: number,
  current: number,
): Reading<number> {
  if (text === undefined) return { value: current }
  const value = unitsOf(text, decimals)
  return value === undefined ? invalid(field) : { value }
}

/** An empty text removes the rate. */
function readRate(
  field: keyof ChangeCurrencyInput,
  text: string | undefined,
  current: Rate | null,
): Reading<Rate | null> {
  if (text === undefined) return { value: current }
  if (text === '') return { value: null }
  const units = unitsOf(text, rateDecimals)
  return units === undefined ? invalid(field) : { value: rate(units) }
}

export function editedCurrency(input: ChangeCurrencyInput) {
  return (before: Currency | undefined): Currency | Refusal => {
    if (before === undefined) return refused('not_found')
    // Amounts of records are in units of the decimals, so these never change.
    if (input.decimals !== undefined && input.decimals !== before.decimals) return invalid('decimals')
    const feeKind = input.fee_type === undefined ? before.feeKind : input.fee_type === 1 ? 'fixed' : 'share'
    // A value of the other kind would mean something else.
    if (feeKind !== before.feeKind && input.fee === undefined) return invalid('fee')
    const feeDecimals = feeKind === 'fixed' ? microsDecimals : rateDecimals
    const depositRate = readRate('deposit_rate', input.deposit_rate, before.depositRate)
    const payoutRate = readRate('payout_rate', input.payout_rate, before.payoutRate)
    const leastDeposit = readUnits('least_deposit', input.least_deposit, before.decimals, before.leastDeposit)
    const feeValue = readUnits('fee', input.fee, feeDecimals, before.feeValue)
    const leastPayout = readUnits('least_payout', input.least_payout, microsDecimals, before.leastPayout)
    const mostPayout = readUnits('most_payout', input.most_payout, microsDecimals, before.mostPayout)
    if ('kind' in depositRate) return depositRate
    if ('kind' in payoutRate) return payoutRate
    if ('kind' in leastDeposit) return leastDeposit
    if ('kind' in feeValue) return feeValue
    if ('kind' in leastPayout) return leastPayout
    if ('kind' in mostPayout) return mostPayout
    return {
      ...before,
      isDepositOn: switched(input.is_deposit_on, before.isDepositOn),
      depositRate: depositRate.value,
      leastDeposit: leastDeposit.value,
      isPayoutOn: switched(input.is_payout_on, before.isPayoutOn),
      payoutRate: payoutRate.value,
      feeKind,
      feeValue: feeValue.value,
      leastPayout: micros(leastPayout.value),
      mostPayout: micros(mostPayout.value),
    }
  }
}

function switched(sent: number | undefined, current: boolean): boolean {
  return sent === undefined ? current : sent === 1
}

/** How addresses of a network are checked. Other networks have no check. */
const addressCheckOf: Readonly<Record<string, Currency['addressCheck']>> = {
  TRC20: 'tron',
  TRON: 'tron',
  ERC20: 'ethereum',
  ETHEREUM: 'ethereum',
  BITCOIN: 'bitcoin',
  BTC: 'bitcoin',
}

/** 10 USD to 100,000 USD until an operator sets other limits. */
const firstLimits = { leastPayout: micros(10_000_000), mostPayout: micros(100_000_000_000) }

/** A new currency is off and has no rates. */
export function newCurrency({ code, protocol, kind, decimals }: AddCurrencyInput): Omit<Currency, 'id'> {
  return {
    code,
    protocol,
    kind,
    decimals,
    addressCheck: kind === 'coin' ? (addressCheckOf[protocol.toUpperCase()] ?? 'none') : 'none',
    logo: '',
    isDepositOn: false,
    depositRate: null,
    leastDeposit: 1,
    isPayoutOn: false,
    payoutRate: null,
    feeKind: 'fixed',
    feeValue: 0,
    ...firstLimits,
  }
}

export function editedPayAddress({ currency_id: currencyId, address, is_on }: ChangePayAddressInput) {
  return (before: PayAddress | undefined): Omit<PayAddress, 'id'> | Refusal => {
    const typed = address ?? before?.address
    if (typed === undefined) return invalid('address')
    return { ...before, currencyId, address: typed, isOn: switched(is_on, before?.isOn ?? true) }
  }
}

export function editedWireOption(input: ChangeWireOptionInput) {
  return (before: WireOption | undefined): Omit<WireOption, 'id'> => ({
    ...before,
    currencyId: input.currency_id,
    bankName: input.bank_name ?? before?.bankName ?? '',
    bankAddress: input.bank_address ?? before?.bankAddress ?? '',
    bankSwift: input.bank_swift ?? before?.bankSwift ?? '',
    payeeName: input.payee_name ?? before?.payeeName ?? '',
    payeeAccount: input.payee_account ?? before?.payeeAccount ?? '',
    bankRemark: input.bank_remark ?? before?.bankRemark ?? '',
    isOn: switched(input.is_on, before?.isOn ?? true),
  })
}
