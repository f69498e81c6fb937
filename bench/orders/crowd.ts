import { openOrderLine } from '#bench/orders/order-line.ts'
import { orderRequest } from '#bench/orders/order-request.ts'

export type CrowdParts = {
  readonly port: number
  readonly tokens: readonly string[]
  /** Part of every key, so that no run uses one of another. */
  readonly run: string
  readonly connections: number
}

/** So many connections, each with people of its own: nobody waits for somebody else's order. */
export type Crowd = {
  /** Sends an order that was due at this moment. Only on a connection whose last was answered. */
  readonly send: (line: number, dueMs: number) => void
  /** Called with the connection an answer came on, and when the order was due. */
  readonly onAnswer: (handler: (line: number, dueMs: number) => void) => void
  /** Waits for the answers under way, within reason. Those that never came count as failed. */
  readonly leave: () => Promise<{ readonly done: number; readonly failed: number }>
}

const longestDrainMs = 15_000
const lookEveryMs = 20

export async function gatherCrowd({ port, tokens, run, connections }: CrowdParts): Promise<Crowd> {
  const dueMs = new Float64Array(connections)
  const turns = new Int32Array(connections)
  let sent = 0
  let done = 0
  let failed = 0
  let firstFailure: string | undefined
  let heard = (_line: number, _dueMs: number): void => undefined
  const lines = await Promise.all(
    Array.from({ length: connections }, (_, at) =>
      openOrderLine(port, (isDone, answer) => {
        if (isDone) done += 1
        else {
          failed += 1
          firstFailure ??= answer
        }
        heard(at, dueMs[at] ?? 0)
      }),
    ),
  )
  return {
    send(at, due) {
      const turn = turns[at] ?? 0
      turns[at] = turn + 1
      dueMs[at] = due
      sent += 1
      const token = tokens[(at + turn * connections) % tokens.length] ?? ''
      lines[at]?.send(orderRequest(token, run, sent))
    },
    onAnswer(handler) {
      heard = handler
    },
    async leave() {
      for (let waited = 0; done + failed < sent && waited < longestDrainMs; waited += lookEveryMs)
        await pass(lookEveryMs)
      for (const line of lines) line.close()
      if (firstFailure !== undefined) console.error(firstFailure)
      return { done, failed: sent - done }
    },
  }
}

export function pass(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
