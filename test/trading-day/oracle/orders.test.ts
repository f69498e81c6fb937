// Worked examples of single orders, computed by hand from the rules.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  createStage,
  dollar,
  eurusd,
  gas,
  gbpusd,
  share,
  usdjpy,
} from '#test/trading-day/oracle/oracle-fixture.ts'

describe('an order', () => {
  test('a buy opens at the ask, closes at the bid, and its profit goes to cash', () => {
    const stage = createStage()
    stage.does({ kind: 'open_account', book: 'demo' })
    stage.opens(eurusd, 108_420, 108_427)
    assert.deepEqual(stage.places(eurusd, { lots: '0.50' }), { kind: 'done', orders: [1] })
    // 50,000 EUR at 1.08427 with leverage 100; closing now would cost the spread of 7 steps, 3.50 USD.
    assert.deepEqual(stage.oracle.figures(1), {
      balance: 100_000n * dollar,
      profit: -3_500_000n,
      netValue: 99_996_500_000n,
      usedMargin: 542_135_000n,
      available: 99_454_365_000n,
      // At the mid 1.75 USD are lost: 99,998.25 ÷ 542.135 is 184.452673...
      riskRate: 1_844_527n,
    })
    stage.quote(eurusd, 108_927, 108_934)
    stage.does({ kind: 'close_order', orderId: 1, lots: null })
    const { openPrice, closePrice, profit, openedSeq, endedSeq, endCause } = stage.order(1)
    assert.deepEqual([openPrice, closePrice, profit], [108_427n, 108_927n, 250n * dollar])
    assert.deepEqual([openedSeq, endedSeq, endCause], [2, 3, 'user'])
    assert.equal(stage.account().cash, 100_250n * dollar)
  })

  test('a sell in yen is converted at the mid of now, the margin at the mid of then', () => {
    const stage = createStage()
    stage.pays(2_000)
    stage.opens(usdjpy, 149_990, 150_010)
    stage.places(usdjpy, { side: 'sell', lots: '1' })
    // 100,000 × 149.990 × 0.006666667 ÷ 100 = 999.93338333
    assert.equal(stage.order(1).margin, 999_933_383n)
    stage.quote(usdjpy, 148_990, 149_010)
    stage.does({ kind: 'close_order', orderId: 1, lots: null })
    // (149.990 − 149.010) × 100,000 = 98,000 yen, at 1 ÷ 149 = 0.006711409
    assert.equal(stage.order(1).profit, 657_718_082n)
  })

  test('pence are a hundredth of a pound', () => {
    const stage = createStage()
    stage.pays(1_000)
    stage.opens(gbpusd, 124_990, 125_010)
    stage.opens(share, 7_250)
    stage.places(share, { lots: '100', leverage: 30 })
    // 100 × 72.50 pence × 0.0125 ÷ 30 = 3.02083333
    assert.equal(stage.order(1).margin, 3_020_833n)
    stage.quote(share, 7_350)
    assert.equal(stage.oracle.figures(1).profit, 1_250_000n)
  })

  test('fixed margin is lots × units as it is, and half a micro-dollar of fee goes to the even side', () => {
    const stage = createStage()
    stage.pays(2_000)
    stage.opens(gas, 3_000)
    stage.places(gas, { lots: '0.01' })
    stage.places(gas, { lots: '0.03' })
    assert.deepEqual([stage.order(1).margin, stage.order(1).fee], [100n * dollar, 0n])
    // 0.03 × 50 = 1.5
    assert.deepEqual([stage.order(2).margin, stage.order(2).fee], [300n * dollar, 2n])
    assert.equal(stage.account().cash, 2_000n * dollar - 2n)
    assert.equal(stage.oracle.transfers(1).length, 2)
  })

  test('a fee as a share is of the margin as it was rounded', () => {
    const stage = createStage('share_of_margin')
    stage.pays(1_000)
    stage.opens(eurusd, 108_427)
    stage.places(eurusd, { lots: '0.07', leverage: 30 })
    // 7,000 × 1.08427 ÷ 30 = 252.99633333, a thousandth of it is 0.252996333
    assert.deepEqual([stage.order(1).margin, stage.order(1).fee], [252_996_333n, 252_996n])
  })

  test('the part that is closed gets what is left of margin and fee', () => {
    const stage = createStage('share_of_margin')
    stage.pays(1_000)
    stage.opens(eurusd, 108_427)
    stage.places(eurusd, { lots: '0.07', leverage: 30, stopLoss: '1.05' })
    stage.quote(eurusd, 108_527)
    const answer = stage.does({ kind: 'close_order', orderId: 1, lots: '0.02' })
    assert.deepEqual(answer, { kind: 'done', orders: [1, 2] })
    const [rest, part] = [stage.order(1), stage.order(2)]
    // 252.996333 × 5 ÷ 7 = 180.71166643, 0.252996 × 5 ÷ 7 = 0.18071143
    assert.deepEqual([rest.lots, rest.margin, rest.fee, rest.status], [5n, 180_711_666n, 180_711n, 'open'])
    assert.deepEqual([part.lots, part.margin, part.fee, part.status], [2n, 72_284_667n, 72_285n, 'closed'])
    assert.deepEqual([part.parentId, part.profit, part.openedSeq, part.endedSeq], [1, 2n * dollar, 2, 3])
    assert.deepEqual([rest.parentId, rest.profit, rest.endedSeq], [null, null, null])
  })

  test('a part leaves nothing or at least the least lots', () => {
    const stage = createStage()
    stage.pays(1_000)
    stage.opens(gbpusd, 125_000)
    stage.opens(share, 7_250)
    stage.places(share, { lots: '5' })
    const close = (lots: string) => stage.does({ kind: 'close_order', orderId: 1, lots })
    for (const lots of ['4', '1.5', '0', '-1', '6', 'all']) {
      assert.deepEqual(close(lots), { kind: 'refused', reason: 'invalid_lots' }, lots)
    }
    assert.equal(close('3').kind, 'done')
    assert.equal(close('2').kind, 'done')
    assert.equal(stage.order(1).status, 'closed')
  })

  test('one that is over, waits or never was is told apart', () => {
    const stage = createStage()
    stage.pays(1_000)
    stage.opens(eurusd, 110_000)
    stage.places(eurusd, {})
    stage.places(eurusd, { target: '1.09' })
    const reasonOf = (kind: 'close_order' | 'cancel_order', orderId: number) => {
      const answer = stage.does(kind === 'close_order' ? { kind, orderId, lots: null } : { kind, orderId })
      return answer.kind === 'refused' ? answer.reason : answer.kind
    }
    assert.equal(reasonOf('close_order', 3), 'order_not_found')
    assert.equal(reasonOf('close_order', 2), 'order_not_open')
    assert.equal(reasonOf('cancel_order', 1), 'order_not_open')
    stage.state(eurusd, 'closed')
    assert.equal(reasonOf('close_order', 1), 'market_closed')
    assert.equal(reasonOf('cancel_order', 2), 'done')
    assert.equal(reasonOf('cancel_order', 2), 'order_not_open')
    stage.state(eurusd, 'stale')
    assert.equal(reasonOf('close_order', 1), 'stale_price')
  })
})
