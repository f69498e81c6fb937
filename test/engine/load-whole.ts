import type { Order } from '#core/order/order.ts'
import type { EngineStore } from '#server/engine/engine-store.ts'
import type { AccountRecord, Loaded, Receiver } from '#server/engine/records.ts'

export type Whole = Loaded & {
  readonly accounts: readonly AccountRecord[]
  readonly orders: readonly Order[]
}

/** Everything a store has, at once: what a test looks at is small. */
export async function loadWhole(store: Pick<EngineStore, 'load'>, recentSince: Date): Promise<Whole> {
  return await gathered((into) => store.load(recentSince, into))
}

export async function gathered(load: (into: Receiver) => Promise<Loaded>): Promise<Whole> {
  const accounts: AccountRecord[] = []
  const orders: Order[] = []
  const loaded = await load({
    addAccount: (record) => void accounts.push(record),
    addOrder: (order) => void orders.push(order),
  })
  return { accounts, orders, ...loaded }
}
