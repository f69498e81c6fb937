import { close, submit } from '#contract/calls/trading.ts'
import { createCallClient, logInDemo } from '#test/crash/load/call-client.ts'

/** Users who place and close small orders, one after the other, until the load is stopped. */
export type OrderLoad = {
  /** Waits of the orders and closes that were under way at this time, once all are answered. */
  readonly underWay: (atMs: number) => Promise<readonly number[]>
  readonly stop: () => Promise<void>
}

type Sent = { readonly fromMs: number; waitedMs: number | undefined; readonly done: Promise<unknown> }

const users = 32
const order = { type: '1', forex_id: '101', status: '1', cont: '0.01', multiple: '100' }

export async function createOrderLoad(address: string): Promise<OrderLoad> {
  const client = createCallClient()
  const sent = new Map<number, Sent>()
  let isStopped = false
  let calls = 0

  async function call(user: number, token: string, path: string, input: Readonly<Record<string, string>>) {
    calls += 1
    const fromMs = performance.now()
    const done = client.call(address, { path, input, token, key: `recovery-${process.pid}-${calls}` })
    const one: Sent = { fromMs, waitedMs: undefined, done }
    sent.set(user, one)
    const answer = await done
    one.waitedMs = performance.now() - fromMs
    if (answer?.code !== 1) throw new Error(`a call failed: ${JSON.stringify(answer)}`)
    return answer.data as { readonly Id: number }
  }
  async function trade(user: number): Promise<void> {
    const { token } = await logInDemo(client, address, user.toString(16).padStart(32, 'c'))
    while (!isStopped) {
      const { Id } = await call(user, token, submit.path, order)
      await call(user, token, close.path, { id: String(Id) })
    }
  }
  const traders = Array.from({ length: users }, (_, user) => trade(user))
  const failed = Promise.all(traders)
  failed.catch((fault: unknown) => console.error(fault))
  return {
    async underWay(atMs) {
      const orders = [...sent.values()].filter(
        ({ fromMs, waitedMs }) => waitedMs === undefined && fromMs <= atMs,
      )
      // One race in all: every race leaves its reactions on `failed`, and the collector would pause this process, which
      // also forwards the statements of the server.
      await Promise.race([Promise.all(orders.map(({ done }) => done)), failed])
      return orders.map(({ waitedMs }) => waitedMs ?? 0)
    },
    async stop() {
      isStopped = true
      await failed
      client.close()
    },
  }
}
