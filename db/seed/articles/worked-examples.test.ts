import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { accountFigures } from '#core/margin/account-figures.ts'
import { notionalValue, profitAt } from '#core/margin/profit-and-margin.ts'
import { midProfit } from '#core/margin/valuation.ts'
import {
  formatMicros,
  formatMicrosRounded,
  formatPrice,
  formatRate,
  type Lots,
  type Micros,
  micros,
  oneToOne,
  parseLots,
  price,
} from '#core/money/amounts.ts'
import { orderTerms } from '#core/order/order.ts'
import { seedArticles } from '#db/seed/articles.ts'
import { decidedOf } from '#test/trading/decisions.ts'
import { marketOf, priceOf } from '#test/trading/test-board.ts'
import { createTrader, type Trader } from '#test/trading/trader.ts'

// The figures of the texts are computed here by the functions of the engine, so that no text can drift from the rules.

describe('the worked examples', () => {
  it('of margin and close-out follow from the rules', () => {
    const trader = buyHalfALot(100)
    const { balance, usedMargin, equity, freeMargin, marginLevel } = figuresOf(trader)
    const opened = [usedMargin, trader.order(1).fee, balance, equity, freeMargin].map(usd)
    const call = lowerUntil(isWarned, trader, '1.09100')
    assert.equal(trader.order(1).status, 'open')
    const closeOut = lowerUntil(isClosedOut, trader, '1.08550')
    assertFigures('margin-and-close-out', [
      ...opened.map((amount) => `${amount} USD`),
      percent(marginLevel),
      call,
      closeOut,
      `${loss(trader)} USD`,
      `${usd(figuresOf(trader).balance)} USD`,
      `${feePerLot()} USD`,
    ])
  })

  it('of the order of closing follow from the rules', () => {
    const trader = createTrader({ cash: '2000', prices })
    decidedOf(trader.place('EURUSD', { lots: '0.50' }))
    decidedOf(trader.place('GBPUSD', { lots: '0.30' }))
    const before = figuresOf(trader)
    const paid = micros(trader.order(1).fee + trader.order(2).fee)
    trader.quote('GBPUSD', '1.26600', '1.26610')
    decidedOf(trader.quote('EURUSD', '1.07160', '1.07170'))
    assert.deepEqual([trader.order(1).endCause, trader.order(2).status], ['stop_out', 'open'])
    const after = figuresOf(trader)
    const judged = trader.order(1).ended?.account?.riskRate ?? null
    const [first, second] = [lossAtMid(trader, 1), lossAtMid(trader, 2)]
    const [left, kept] = [usd(after.balance), usd(after.usedMargin)]
    assertFigures('margin-and-close-out', [
      '2,000.00 USD',
      ...[before.usedMargin, paid, before.balance].map((amount) => `${usd(amount)} USD`),
      ...[first, second, loss(trader), unsigned(after.profit), left].map((amount) => `${amount} USD`),
      ...[percent(judged), percent(after.marginLevel)],
      `(${usd(before.balance)} − ${first} − ${second}) ÷ ${usd(before.usedMargin)}`,
      `(${left} − ${second}) ÷ ${kept}`,
    ])
  })

  it('of a receipt follow from the rules', () => {
    const trader = createTrader({
      prices: { EURUSD: ['1.09992', '1.10002'], USDJPY: ['149.990', '150.000'] },
    })
    decidedOf(trader.place('EURUSD', { lots: '0.50', seen: '1.10000', deviation: 10 }))
    const { slippage } = trader.order(1).opened ?? {}
    const cost = profitAt(terms('EURUSD'), { ...half, openPrice: euro('1.10002') }, euro('1.10000'), oneToOne)
    decidedOf(trader.place('USDJPY', { lots: '0.10' }))
    trader.quote('USDJPY', '150.300', '150.310')
    decidedOf(trader.close(2))
    const { profit, ended } = trader.order(2)
    assert.ok(profit !== null && ended?.rate)
    assertFigures('reading-a-receipt', [
      formatPrice(price(-(slippage ?? 0)), 5),
      `${unsigned(cost)} USD`,
      `1 JPY = ${formatRate(ended.rate)} USD`,
      `${formatMicros(profit)} USD`,
      '150.305',
    ])
  })

  it('of a balance are those of the close-out', () => {
    const trader = buyHalfALot(100)
    lowerUntil(isClosedOut, trader, '1.08550')
    const { fee, profit, closePrice } = trader.order(1)
    assert.ok(profit !== null && closePrice !== null)
    assertFigures('checking-your-balance', [
      '1,000.00',
      usd(micros(-fee)),
      usd(profit),
      `${formatPrice(closePrice, 5)} − 1.10000`,
      usd(figuresOf(trader).balance),
    ])
  })

  it('of leverage follow from the rules', () => {
    const sizes = ['0.05', '0.10', '0.50'].flatMap((size) => {
      const position = { ...half, lots: lotsOf(size), openPrice: euro('1.10000') }
      const value = notionalValue(terms('EURUSD'), position.lots, position.openPrice, oneToOne)
      const fall = profitAt(terms('EURUSD'), position, euro('1.08900'), oneToOne)
      return [usd(value ?? micros(0)), unsigned(fall)]
    })
    const rows = (
      [
        ['1.08550', 100],
        ['1.08110', 500],
      ] as const
    ).flatMap(([from, leverage]) => {
      const trader = buyHalfALot(leverage)
      const { usedMargin } = figuresOf(trader)
      const bid = lowerUntil(isClosedOut, trader, from)
      return [usd(usedMargin), bid, loss(trader), usd(figuresOf(trader).balance)]
    })
    const start = figuresOf(buyHalfALot(100)).profit
    assertFigures('risk-of-leverage', [...sizes, ...rows, `${usd(start)} USD`])
  })

  it('of a gap follow from the rules', () => {
    const [stopped, jumped] = [buyHalfALot(100, '1.09000'), buyHalfALot(100, '1.09000')]
    decidedOf(stopped.quote('EURUSD', '1.09000', '1.09010'))
    const before = figuresOf(jumped).balance
    const { effects } = decidedOf(jumped.quote('EURUSD', '1.07000', '1.07010'))
    const writeOff = effects.transfers.find(({ type }) => type === 'write_off')
    assert.ok(writeOff)
    assert.equal(jumped.order(1).endCause, 'stop_loss')
    assertFigures('risk-of-leverage', [
      `${loss(stopped)} USD`,
      usd(before),
      usd(jumped.order(1).profit ?? micros(0)),
      usd(micros(-writeOff.amount)),
      usd(writeOff.amount),
      usd(figuresOf(jumped).balance),
    ])
  })
})

const prices = { EURUSD: ['1.09990', '1.10000'], GBPUSD: ['1.26990', '1.27000'] } as const
const terms = (code: string) => orderTerms(marketOf(code), 'per_lot')
const euro = (text: string) => priceOf('EURUSD', text)
const half = { side: 'buy', lots: lotsOf('0.50') } as const

function lotsOf(text: string): Lots {
  const parsed = parseLots(text)
  assert.ok(parsed.ok)
  return parsed.amount
}

function buyHalfALot(leverage: number, stopLoss: string | null = null): Trader {
  const trader = createTrader({ cash: '1000', prices })
  decidedOf(trader.place('EURUSD', { lots: '0.50', leverage, stopLoss }))
  return trader
}

/** Lowers the price from a bid at which it has not happened, and returns the first bid at which it has. */
function lowerUntil(has: (trader: Trader) => boolean, trader: Trader, from: string): string {
  for (let down = 0; down < 5; down += 1) {
    const bid = price(euro(from) - down)
    trader.quote('EURUSD', formatPrice(bid, 5), formatPrice(price(bid + spread), 5))
    assert.ok(down > 0 || !has(trader), `it has happened at ${from} already`)
    if (has(trader)) return formatPrice(bid, 5)
  }
  throw new Error(`it has not happened within five steps of ${from}`)
}

const spread = 10
const isWarned = (trader: Trader) => trader.account().isWarned
const isClosedOut = (trader: Trader) => trader.order(1).endCause === 'stop_out'

function figuresOf(trader: Trader) {
  const { cash, orders } = trader.account()
  return accountFigures(cash, orders.values(), trader.context().board)
}

function loss(trader: Trader): string {
  return unsigned(trader.order(1).profit ?? micros(0))
}

function lossAtMid(trader: Trader, id: number): string {
  return unsigned(midProfit(trader.order(id), trader.context().board))
}

function feePerLot(): string {
  return usd(terms('EURUSD').feePerLot)
}

function usd(amount: Micros): string {
  const [whole = '', decimals = ''] = formatMicrosRounded(amount, 2).split('.')
  return `${whole.replace('-', '−').replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${decimals}`
}

function unsigned(amount: Micros): string {
  return usd(amount).replace('−', '')
}

function percent(hundredths: number | null): string {
  return `${usd(micros((hundredths ?? 0) * 10_000))} %`
}

function assertFigures(slug: string, figures: readonly string[]): void {
  const article = seedArticles.find((one) => one.slug === slug)
  assert.ok(article, slug)
  for (const { language, body } of article.texts)
    for (const figure of figures) assert.match(body, whole(figure), `${slug} in ${language} lacks ${figure}`)
}

/** Not as a part of a longer figure, nor with another sign. */
function whole(figure: string): RegExp {
  const escaped = figure.replaceAll(/[.()]/g, '\\$&').replaceAll(' ', '\\s')
  return new RegExp(`(?<![\\d.,−])${escaped}(?![.,]?\\d)`)
}
