// Orders as the chart is shown them: half a lot of EUR/USD bought at 1.08435.
import type { ShownOrder, ShownReceipt } from '#contract/order-from-wire.ts'

const receipt: ShownReceipt = {
  ...{ rule: 'market_order', bid: null, ask: null, quotedAt: null, seq: null, feed: 'sim:1' },
  ...{ rate: null, expected: null, slippage: null, account: null },
}

export function drawnOrder(told: Partial<ShownOrder> = {}): ShownOrder {
  return {
    id: 7,
    market: {
      ...{ id: 101, code: 'EURUSD', showCode: 'EUR/USD', name: 'Euro / US Dollar', logo: '' },
      ...{ precision: 5, quoteCurrency: 'USD' },
    },
    ...{ side: 'buy', kind: 'market', status: 'open', lots: '0.50', leverage: 100, unitsPerLot: 100_000 },
    ...{
      openPrice: '1.08435',
      askedPrice: '1.08435',
      closingPrice: null,
      profit: '0',
      margin: '0',
      fee: '0',
    },
    ...{ stopLoss: null, takeProfit: null, lotStep: '0.01', leastLots: '0.01' },
    ...{ placedAt: '2026-11-14T08:00:00Z', openedAt: '2026-11-14T08:00:01Z', endedAt: null },
    ...{ endCause: null, parentId: null, receipts: { placed: receipt, opened: null, ended: null } },
    ...told,
  }
}
