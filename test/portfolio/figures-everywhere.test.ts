// The real portfolio on the real socket: what is pushed is what the calls say.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fundsToWire, liveOrderFields } from '#contract/figures-wire.ts'
import { price } from '#core/money/price.ts'
import { closedOrder, openOrder } from '#test/engine/sample-orders.ts'
import type { Frame } from '#test/live/live-client.ts'
import { createLiveStage } from '#test/live/live-stage.ts'
import { openPortfolioStage, type PortfolioStage } from '#test/portfolio/portfolio-stage.ts'

let stage: PortfolioStage
before(async () => {
  stage = await openPortfolioStage()
})
after(async () => await stage.stop())

test('equal sequence, equal figures: on the socket, in the list and in the funds', async (context) => {
  const userId = await stage.newAccount(2_000_000_000)
  const orders = [1, 2, 3].map((id) => openOrder({ id, userId, side: id === 2 ? 'sell' : 'buy' }))
  await stage.write({ orders })
  const { connect, flush } = await createLiveStage(context, {
    portfolio: stage.portfolio,
    onAccountChanged: stage.onAccountChanged,
    identify: async () => ({ userId, sessionId: 1 }),
  })
  const client = await connect()
  await client.ask({ cmd: 'login', token: 'user' })
  for (const topic of ['FOREX_TRADE', 'FOREX_CLOSED']) await client.ask({ cmd: 'sub', topic })
  const { marketId } = orders[0] ?? { marketId: 0 }

  /** The first push of at least this sequence. */
  async function pushed(quoteSeq: number): Promise<Frame> {
    for (;;) {
      flush()
      const heard = await client.heardByNow()
      const push = heard.find(({ topic }) => topic === 'FOREX_TRADE')
      const data = push?.['data'] as Frame | undefined
      if (data === undefined || Number(data['QuoteSeq']) < quoteSeq) continue
      assert.equal(push?.['QuoteSeq'], data['QuoteSeq'])
      return data
    }
  }
  async function agrees(): Promise<void> {
    const { funds, orders: listed, totalProfit } = await stage.orders(userId, 'open', 1)
    const push = await pushed(funds.quoteSeq)
    const said = fundsToWire(await stage.funds(userId))
    assert.deepEqual(fundsToWire(funds), said)
    assert.equal(push['QuoteSeq'], said.QuoteSeq)
    assert.equal(push['ProfitsTotal'], totalProfit)
    assert.deepEqual(
      [
        push['NetValue'],
        push['CautionMoneyAll'],
        push['Available'],
        push['HazardRate'],
        push['PrepaymentRatio'],
      ],
      [said.net_value, said.used_margin, said.available, said.hazard_rate, said.prepayment_ratio],
    )
    assert.deepEqual(
      push['TransOrder'],
      listed.map((figures) => ({ Id: figures.order.id, ...liveOrderFields(figures) })).reverse(),
    )
  }
  for (const bid of [108_000, 109_111, 107_777]) {
    stage.price({ marketId, bid: price(bid), ask: price(bid + 7) })
    await agrees()
  }
  const [first] = orders
  assert.ok(first !== undefined)
  await stage.write({ orders: [closedOrder(first, 0)] })
  stage.tell({ userId, endedOrders: [first.id] })
  const closed = (await client.heardByNow()).map(({ topic, data }) => ({ topic, data }))
  assert.deepEqual(closed, [{ topic: 'FOREX_CLOSED', data: [first.id] }])
  await agrees()
})
