// Worked examples of single orders, computed by hand from the rules.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  createFixture,
  dollar,
  eurusd,
  gas,
  gbpusd,
  share,
  usdjpy,
} from '#test/trading-day/oracle/oracle-fixture.ts'

describe('an order', () => {
  test('opens a buy at the ask, closes it at the bid, and moves the profit to cash', () => {
    const fixture = createFixture()
    fixture.submit({ kind: 'open_account', book: 'demo' })
    fixture.openMarket(eurusd, 108_420, 108_427)
    assert.deepEqual(fixture.place(eurusd, { lots: '0.50' }), { kind: 'done', orders: [1] })
    // Margin 50,000 × 1.08427 ÷ 100 = 542.135. A close now would lose the spread: 7 steps × 0.50 = 3.50 USD.
    assert.deepEqual(fixture.oracle.figures(1), {
      balance: 100_000n * dollar,
      profit: -3_500_000n,
      equity: 99_996_500_000n,
      usedMargin: 542_135_000n,
      freeMargin: 99_454_365_000n,
      // At the mid the loss is 1.75 USD: 99,998.25 ÷ 542.135 = 184.452673… = 18,445.27 %.
      marginLevel: 1_844_527n,
    })
    fixture.quote(eurusd, 108_927, 108_934)
    fixture.submit({ kind: 'close_order', orderId: 1, lots: null })
    const { openPrice, closePrice, profit, openedSeq, endedSeq, endCause } = fixture.order(1)
    assert.deepEqual([openPrice, closePrice, profit], [108_427n, 108_927n, 250n * dollar])
    assert.deepEqual([openedSeq, endedSeq, endCause], [2, 3, 'user'])
    assert.equal(fixture.account().cash, 100_250n * dollar)
  })

  test('converts profit in yen at the current mid, and margin at the mid of the opening', () => {
    const fixture = createFixture()
    fixture.fund(2_000)
    fixture.openMarket(usdjpy, 149_990, 150_010)
    fixture.place(usdjpy, { side: 'sell', lots: '1' })
    // 100,000 × 149.990 × 0.006666667 ÷ 100 = 999.93338333
    assert.equal(fixture.order(1).margin, 999_933_383n)
    fixture.quote(usdjpy, 148_990, 149_010)
    fixture.submit({ kind: 'close_order', orderId: 1, lots: null })
    // (149.990 − 149.010) × 100,000 = 98,000 yen. At 1 ÷ 149 = 0.006711409 they are 657.718082 USD.
    assert.equal(fixture.order(1).profit, 657_718_082n)
  })

  test('converts pence as hundredths of a pound', () => {
    const fixture = createFixture()
    fixture.fund(1_000)
    fixture.openMarket(gbpusd, 124_990, 125_010)
    fixture.openMarket(share, 7_250)
    fixture.place(share, { lots: '100', leverage: 30 })
    // 100 × 72.50 pence × 0.0125 ÷ 30 = 3.02083333
    assert.equal(fixture.order(1).margin, 3_020_833n)
    fixture.quote(share, 7_350)
    assert.equal(fixture.oracle.figures(1).profit, 1_250_000n)
  })

  test('takes fixed margin as lots × units, and rounds a fee of half a micro-dollar to even', () => {
    const fixture = createFixture()
    fixture.fund(2_000)
    fixture.openMarket(gas, 3_000)
    fixture.place(gas, { lots: '0.01' })
    fixture.place(gas, { lots: '0.03' })
    assert.deepEqual([fixture.order(1).margin, fixture.order(1).fee], [100n * dollar, 0n])
    // Margin 0.03 × 10,000 = 300. Fee 0.03 × 50 = 1.5 micro-dollars, rounded to 2.
    assert.deepEqual([fixture.order(2).margin, fixture.order(2).fee], [300n * dollar, 2n])
    assert.equal(fixture.account().cash, 2_000n * dollar - 2n)
    assert.equal(fixture.oracle.transfers(1).length, 2)
  })

  test('computes a share fee from the rounded margin', () => {
    const fixture = createFixture('share_of_margin')
    fixture.fund(1_000)
    fixture.openMarket(eurusd, 108_427)
    fixture.place(eurusd, { lots: '0.07', leverage: 30 })
    // Margin 7,000 × 1.08427 ÷ 30 = 252.99633333. The fee is a thousandth of the rounded margin: 0.252996333.
    assert.deepEqual([fixture.order(1).margin, fixture.order(1).fee], [252_996_333n, 252_996n])
  })

  test('gives a closed part the remaining margin and fee', () => {
    const fixture = createFixture('share_of_margin')
    fixture.fund(1_000)
    fixture.openMarket(eurusd, 108_427)
    fixture.place(eurusd, { lots: '0.07', leverage: 30, stopLoss: '1.05' })
    fixture.quote(eurusd, 108_527)
    const answer = fixture.submit({ kind: 'close_order', orderId: 1, lots: '0.02' })
    assert.deepEqual(answer, { kind: 'done', orders: [1, 2] })
    const [rest, part] = [fixture.order(1), fixture.order(2)]
    // Margin 252.996333 × 5 ÷ 7 = 180.71166643. Fee 0.252996 × 5 ÷ 7 = 0.18071143. The closed part gets the difference.
    assert.deepEqual([rest.lots, rest.margin, rest.fee, rest.status], [5n, 180_711_666n, 180_711n, 'open'])
    assert.deepEqual([part.lots, part.margin, part.fee, part.status], [2n, 72_284_667n, 72_285n, 'closed'])
    assert.deepEqual([part.parentId, part.profit, part.openedSeq, part.endedSeq], [1, 2n * dollar, 2, 3])
    assert.deepEqual([rest.parentId, rest.profit, rest.endedSeq], [null, null, null])
  })

  test('refuses a part that leaves less than the minimum lots', () => {
    const fixture = createFixture()
    fixture.fund(1_000)
    fixture.openMarket(gbpusd, 125_000)
    fixture.openMarket(share, 7_250)
    fixture.place(share, { lots: '5' })
    const close = (lots: string) => fixture.submit({ kind: 'close_order', orderId: 1, lots })
    for (const lots of ['4', '1.5', '0', '-1', '6', 'all']) {
      assert.deepEqual(close(lots), { kind: 'refused', reason: 'invalid_lots' }, lots)
    }
    assert.equal(close('3').kind, 'done')
    assert.equal(close('2').kind, 'done')
    assert.equal(fixture.order(1).status, 'closed')
  })

  test('refuses ended, pending and unknown orders with different reasons', () => {
    const fixture = createFixture()
    fixture.fund(1_000)
    fixture.openMarket(eurusd, 110_000)
    fixture.place(eurusd, {})
    fixture.place(eurusd, { target: '1.09' })
    const reasonOf = (kind: 'close_order' | 'cancel_order', orderId: number) => {
      const answer = fixture.submit(
        kind === 'close_order' ? { kind, orderId, lots: null } : { kind, orderId },
      )
      return answer.kind === 'refused' ? answer.reason : answer.kind
    }
    assert.equal(reasonOf('close_order', 3), 'order_not_found')
    assert.equal(reasonOf('close_order', 2), 'order_not_open')
    assert.equal(reasonOf('cancel_order', 1), 'order_not_open')
    fixture.state(eurusd, 'closed')
    assert.equal(reasonOf('close_order', 1), 'market_closed')
    assert.equal(reasonOf('cancel_order', 2), 'done')
    assert.equal(reasonOf('cancel_order', 2), 'order_not_open')
    fixture.state(eurusd, 'stale')
    assert.equal(reasonOf('close_order', 1), 'stale_price')
  })
})
