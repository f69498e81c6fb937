import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { marginStatus } from '#core/decision/tick/margin-risk.ts'
import { formatMicros } from '#core/money/amounts.ts'
import { decidedOf } from '#test/trading/decisions.ts'
import { createTrader, nowMs, type Trader } from '#test/trading/trader.ts'

// NGAS has a fixed margin of 10,000 per lot, and a price step is worth 10 per lot, so exact margin levels are possible.
const prices = { NGAS: ['3.800', '3.800'], EURUSD: ['1.08420', '1.08430'] } as const

/** Half a lot bought at 3.800: margin 5,000, balance 5,100 after the fee. */
function holdingGas(): Trader {
  const trader = createTrader({ cash: '5101.5', prices })
  decidedOf(trader.place('NGAS', { lots: '0.5' }))
  return trader
}

const needsCheck = (trader: Trader) => marginStatus(trader.account(), trader.context().board) !== 'none'

describe('the margin call', () => {
  test('is sent once at 100 % or less, and reset above 110 %', () => {
    const trader = holdingGas()
    type Row = readonly [mid: string, net: number, isNoticed: boolean, isWarned: boolean]
    const rows: readonly Row[] = [
      ['3.781', 5005, false, false],
      ['3.780', 5000, true, true],
      ['3.700', 4600, false, true],
      ['3.880', 5500, false, true],
      ['3.780', 5000, false, true],
      ['3.881', 5505, false, false],
      ['3.779', 4995, true, true],
    ]
    for (const [mid, net, isNoticed, isWarned] of rows) {
      const decision = trader.quote('NGAS', mid, mid)
      const notice = decision.kind === 'decided' ? decision.effects.notice : null
      assert.deepEqual([notice !== null, trader.account().isWarned], [isNoticed, isWarned], mid)
      if (notice !== null) {
        const figures = [notice.netValue, notice.usedMargin, notice.riskRate, notice.timeMs]
        assert.deepEqual(figures, [net * 1_000_000, 5_000_000_000, net * 2, nowMs])
      }
    }
  })

  test('uses mid prices, so that a wide spread alone sends none', () => {
    const trader = holdingGas()
    assert.deepEqual(trader.quote('NGAS', '2.000', '5.600'), { kind: 'nothing' })
    // The mid price of 3.7805 is half a step above 3.780, where the margin level is 100 %.
    assert.deepEqual(trader.quote('NGAS', '3.780', '3.781'), { kind: 'nothing' })
  })

  test('is sent on the next tick of any market after a quote of a closed market caused it', () => {
    const trader = holdingGas()
    trader.state('NGAS', 'closed')
    assert.deepEqual(trader.quote('NGAS', '3.700', '3.700'), { kind: 'nothing' })
    assert.equal(needsCheck(trader), true)
    assert.ok(decidedOf(trader.quote('EURUSD', '1.08420', '1.08430')).effects.notice)
    assert.equal(needsCheck(trader), false)
  })

  test('is reset when the last order closes', () => {
    const trader = holdingGas()
    trader.quote('NGAS', '3.700', '3.700')
    assert.equal(trader.account().isWarned, true)
    trader.close(1)
    assert.equal(trader.account().isWarned, false)
  })
})

describe('the close-out', () => {
  test('starts at exactly 50 %', () => {
    const trader = holdingGas()
    trader.quote('NGAS', '3.280', '3.281')
    assert.deepEqual([trader.order(1).status, trader.account().isWarned], ['open', true])
    trader.quote('NGAS', '3.280', '3.280')
    assert.deepEqual([trader.order(1).endCause, trader.account().isWarned], ['stop_out', false])
    assert.deepEqual(trader.order(1).ended?.account, {
      balance: 5_100_000_000,
      netValue: 2_500_000_000,
      usedMargin: 5_000_000_000,
      riskRate: 5000,
      needed: null,
    })
  })

  test('closes the largest loss first, until the margin level is above 50 %; the notice has the figures before that', () => {
    const trader = createTrader({ cash: '11003.3', prices })
    for (const lots of ['0.1', '0.5', '0.5']) decidedOf(trader.place('NGAS', { lots }))
    const { effects } = decidedOf(trader.quote('NGAS', '3.300', '3.300'))
    assert.deepEqual(
      effects.orders.map(({ id, endCause }) => [id, endCause]),
      [[2, 'stop_out']],
    )
    const { netValue, usedMargin, riskRate } = effects.notice ?? {}
    assert.deepEqual([netValue, usedMargin, riskRate], [5_500_000_000, 11_000_000_000, 5000])
    assert.equal(trader.account().isWarned, true)
  })

  test('closes order after order, each with its own account figures, and writes off the final debt', () => {
    const trader = createTrader({ cash: '10503.15', prices })
    for (const lots of ['0.5', '0.5', '0.05']) decidedOf(trader.place('NGAS', { lots }))
    const { effects } = decidedOf(trader.quote('NGAS', '1.000', '1.000'))
    assert.deepEqual(
      effects.orders.map(({ id, ended }) => [id, ended?.account?.balance, ended?.account?.netValue]),
      [
        [1, 10_500_000_000, -18_900_000_000],
        [2, -3_500_000_000, -18_900_000_000],
        [3, -17_500_000_000, -18_900_000_000],
      ],
    )
    assert.deepEqual(
      effects.transfers.map(({ type, amount }) => [type, formatMicros(amount)]),
      [
        ['trade_profit', '14000.000000'],
        ['trade_profit', '14000.000000'],
        ['trade_profit', '1400.000000'],
        ['write_off', '18900.000000'],
      ],
    )
    assert.deepEqual([trader.account().cash, trader.account().isWarned], [0, false])
  })

  test('closes at the closing price, so the margin level can end below the one at mid prices', () => {
    const trader = createTrader({ cash: '10503', prices })
    for (const lots of ['0.5', '0.5']) decidedOf(trader.place('NGAS', { lots }))
    // At the mid price 3.250, the margin level is exactly 50 %. The first close costs another 1,125 for the spread:
    // (5,000 − 1,125) ÷ 5,000 = 77.5 %.
    trader.quote('NGAS', '3.025', '3.475')
    assert.deepEqual([trader.order(1).status, trader.order(2).status], ['closed', 'open'])
    // With a wider spread, one close is not enough: (5,000 − 2,750) ÷ 5,000 = 45 %.
    const other = createTrader({ cash: '10503', prices })
    for (const lots of ['0.5', '0.5']) decidedOf(other.place('NGAS', { lots }))
    other.quote('NGAS', '2.700', '3.800')
    assert.deepEqual([other.order(1).status, other.order(2).status], ['closed', 'closed'])
  })

  test('skips an order in a closed market until a tick after it opens', () => {
    const trader = createTrader({ cash: '7000', prices })
    decidedOf(trader.place('NGAS', { lots: '0.5' }))
    decidedOf(trader.place('EURUSD', { lots: '0.10' }))
    trader.state('NGAS', 'closed')
    trader.quote('NGAS', '1.000', '1.000')
    trader.quote('EURUSD', '1.08420', '1.08430')
    assert.deepEqual([trader.order(1).status, trader.order(2).endCause], ['open', 'stop_out'])
    assert.deepEqual([needsCheck(trader), trader.account().cash < 0], [true, false])
    assert.deepEqual(trader.quote('EURUSD', '1.08420', '1.08430'), { kind: 'nothing', hasNoOpenMarket: true })
    trader.state('NGAS', 'open')
    trader.quote('EURUSD', '1.08420', '1.08430')
    assert.deepEqual([trader.order(1).endCause, trader.account().cash], ['stop_out', 0])
  })

  test('runs after stops, which may make it unnecessary', () => {
    const trader = createTrader({ cash: '10503', prices })
    decidedOf(trader.place('NGAS', { lots: '0.5' }))
    decidedOf(trader.place('NGAS', { lots: '0.5', stopLoss: '3.500' }))
    trader.quote('NGAS', '3.250', '3.250')
    assert.deepEqual([trader.order(1).status, trader.order(2).endCause], ['open', 'stop_loss'])
  })

  test('of the last order resets the margin call, even if the same tick opens an order', () => {
    const trader = createTrader({ cash: '5201.5', prices })
    decidedOf(trader.place('NGAS', { lots: '0.5' }))
    decidedOf(trader.place('NGAS', { lots: '0.01', target: '3.300' }))
    trader.quote('NGAS', '3.700', '3.700')
    assert.equal(trader.account().isWarned, true)
    trader.quote('NGAS', '3.200', '3.200')
    assert.deepEqual([trader.order(1).endCause, trader.order(2).status], ['stop_out', 'open'])
    assert.equal(trader.account().isWarned, false)
  })
})
