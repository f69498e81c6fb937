import { forexChange } from '#contract/calls/account.ts'
import { close, myDeal, submit } from '#contract/calls/trading.ts'
import { type CallClient, createCallClient, logInDemo } from '#test/crash/load/call-client.ts'

export type Figure = 'place' | 'close' | 'history' | 'log'
export type Waits = Record<Figure, number[]>

/** A small load: it shows what one request costs, not how long requests wait for each other. */
const users = 16
const order = { type: '1', forex_id: '101', status: '1', cont: '0.01', multiple: '100' }
const pages = 'page=2&limit=20'

let calls = 0

/** Every user places and closes an order and reads two lists, `times` times. Returns the waits in milliseconds. */
export async function trade(address: string, times: number): Promise<Waits> {
  const client = createCallClient()
  const waits: Waits = { place: [], close: [], history: [], log: [] }
  try {
    await Promise.all(
      Array.from({ length: users }, (_, user) => tradeAs(client, address, user, times, waits)),
    )
  } finally {
    client.close()
  }
  return waits
}

async function tradeAs(
  client: CallClient,
  address: string,
  user: number,
  times: number,
  waits: Waits,
): Promise<void> {
  const { token } = await logInDemo(client, address, user.toString(16).padStart(32, 'b'))
  async function timed(figure: Figure, path: string, input?: Readonly<Record<string, string>>) {
    calls += 1
    const fromMs = performance.now()
    const key = `large-tables-${process.pid}-${calls}`
    const answer = await client.call(
      address,
      input === undefined ? { path, token } : { path, input, token, key },
    )
    if (answer?.code !== 1) throw new Error(`${path} failed: ${JSON.stringify(answer)}`)
    waits[figure].push(performance.now() - fromMs)
    return answer.data
  }
  for (let time = 0; time < times; time += 1) {
    const { Id } = (await timed('place', submit.path, order)) as { readonly Id: number }
    await timed('close', close.path, { id: String(Id) })
    await timed('history', `${myDeal.path}?status=3&${pages}`)
    await timed('log', `${forexChange.path}?${pages}`)
  }
}
