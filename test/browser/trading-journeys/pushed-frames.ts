// Pushes of an account with three orders, and the expected texts. The texts are calculated in whole micro-dollars,
// without the app's formatting code, so that a bug in that code cannot affect both.

import type { AccountPush } from '#contract/live.ts'
import { en } from '#test/browser/words.ts'

export const orderIds = [5, 4, 3] as const
const precisions = { 5: 5, 4: 2, 3: 3 } as const

export type PushedFrame = {
  readonly push: AccountPush
  /** Expected text by place and label. */
  readonly shown: Readonly<Record<string, string>>
}

/** Deterministic: the same frames in every run. */
export function pushedFrames(count: number, firstSeq: number): readonly PushedFrame[] {
  const random = createRandom(11)
  return Array.from({ length: count }, (_, at) => frameOf(firstSeq + at, random))
}

function frameOf(seq: number, random: Random): PushedFrame {
  const orders = orderIds.map((id) => ({
    id,
    // One market in forty has no price.
    price: random(40) === 0n ? null : 100_000n + random(900_000),
    // Mostly whole and half cents, where rounding goes wrong.
    profit: (random(2) === 0n ? 5_000n : 1n) * (random(40_000_000) - 20_000_000n),
  }))
  const money = () => (random(3) === 0n ? 5_000n : 1n) * (random(2_000_000_000) - 400_000_000n)
  const percent = () => (random(25) === 0n ? null : random(9_000_000))
  const figures = {
    profit: money(),
    margin: random(2_000_000_000),
    locked: random(2_000_000_000),
    equity: money(),
    balance: money(),
    available: money(),
    risk: percent(),
    ratio: percent(),
  }
  return { push: pushOf(seq, orders, figures), shown: shownOf(orders, figures) }
}

type Order = { readonly id: 3 | 4 | 5; readonly price: bigint | null; readonly profit: bigint }
type AccountFigures = Readonly<
  Record<'profit' | 'margin' | 'locked' | 'equity' | 'balance' | 'available', bigint>
> &
  Readonly<Record<'risk' | 'ratio', bigint | null>>

function pushOf(QuoteSeq: number, orders: readonly Order[], figures: AccountFigures): AccountPush {
  return {
    ProfitsTotal: decimal(figures.profit, 6),
    HazardRate: figures.risk === null ? null : decimal(figures.risk, 2),
    CautionMoneyAll: decimal(figures.margin, 6),
    NetValue: decimal(figures.equity, 6),
    MidNetValue: decimal(figures.equity, 6),
    Balance: decimal(figures.balance, 6),
    Locked: decimal(figures.locked, 6),
    Available: decimal(figures.available, 6),
    PrepaymentRatio: figures.ratio === null ? null : decimal(figures.ratio, 2),
    TransOrder: orders.map(({ id, price, profit }) => ({
      Id: id,
      UpdatePrice: price === null ? null : decimal(price, precisions[id]),
      FactProfits: decimal(profit, 6),
    })),
    QuoteSeq,
    Version: 1,
    Notice: null,
  }
}

function shownOf(orders: readonly Order[], figures: AccountFigures): Readonly<Record<string, string>> {
  const [first] = orders
  const cards = orders.flatMap(({ id, price, profit }) => [
    [`card ${id} profit`, signed(profit)],
    [`card ${id} price`, priceText(id, price)],
  ])
  return {
    ...Object.fromEntries(cards),
    [`panel ${en('funds.net_value')}`]: cents(figures.equity),
    [`panel ${en('funds.profit')}`]: signed(figures.profit),
    [`panel ${en('funds.balance')}`]: cents(figures.balance),
    [`panel ${en('funds.margin')}`]: grouped(decimal(figures.margin, 6)),
    [`panel ${en('funds.available')}`]: cents(figures.available),
    [`panel ${en('funds.ratio')}`]: percentText(figures.ratio),
    [`panel ${en('funds.risk')}`]: percentText(figures.risk),
    [`drawer ${en('order.profit')}`]: `${signed(first?.profit ?? 0n)} USD`,
    [`drawer ${en('order.market_price')}`]: priceText(5, first?.price ?? null),
    [`drawer ${en('funds.risk')}`]: percentText(figures.risk),
    [`drawer ${en('funds.ratio')}`]: percentText(figures.ratio),
    [`drawer ${en('funds.net_value')}`]: `${cents(figures.equity)} USD`,
    [`user ${en('funds.balance')}`]: cents(figures.balance),
    [`user ${en('funds.net_value')}`]: cents(figures.equity),
    [`user ${en('user.available')}`]: cents(figures.available),
    [`user ${en('user.locked')}`]: cents(figures.locked),
    [`history ${en('funds.balance')}`]: cents(figures.balance),
    [`history ${en('funds.net_value')}`]: cents(figures.equity),
    [`history ${en('funds.available')}`]: cents(figures.available),
    [`history ${en('funds.margin')}`]: grouped(decimal(figures.margin, 6)),
    [`history ${en('user.locked')}`]: cents(figures.locked),
  }
}

const priceText = (id: Order['id'], price: bigint | null) =>
  price === null ? '—' : grouped(decimal(price, precisions[id]))
const percentText = (hundredths: bigint | null) =>
  hundredths === null ? '—' : `${grouped(decimal(hundredths, 2))} %`
const signed = (micros: bigint) => (micros > 0n ? '+' : '') + grouped(decimal(micros, 6))

/** Rounds half a cent to even. */
function cents(micros: bigint): string {
  const size = micros < 0n ? -micros : micros
  const [whole, rest] = [size / 10_000n, size % 10_000n]
  const isUp = rest > 5_000n || (rest === 5_000n && whole % 2n === 1n)
  const rounded = whole + (isUp ? 1n : 0n)
  return grouped(decimal(micros < 0n ? -rounded : rounded, 2))
}

function decimal(units: bigint, decimals: number): string {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

const grouped = (text: string) => text.replace('-', '−').replaceAll(/\B(?=(\d{3})+\.)/g, ' ')

type Random = (below: number) => bigint

/** A linear congruential generator, for reproducible numbers. */
function createRandom(seed: number): Random {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return BigInt(Math.floor((state / 2 ** 32) * below))
  }
}
