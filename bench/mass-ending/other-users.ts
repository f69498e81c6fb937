import { setTimeout as sleep } from 'node:timers/promises'
import { close, submit } from '#contract/calls/trading.ts'
import { createCallClient } from '#test/crash/load/call-client.ts'

/** Users who place and close small orders at a fixed rate, regardless of answers. */
export type OtherUsers = {
  /** Waits of the calls that were due within this time, once all are answered. Counted from when they were due. */
  readonly waits: (fromMs: number, toMs: number) => Promise<readonly number[]>
  readonly stop: () => Promise<void>
}

export type UserCalls = {
  readonly call: (
    token: string,
    path: string,
    input: Readonly<Record<string, string>>,
  ) => Promise<{ readonly Id: number }>
  readonly close: () => void
}

type Sent = { readonly dueMs: number; waitedMs: number | undefined }

/** Keeps the last calls only. */
const maxSent = 5000
const order = { type: '1', forex_id: '103', status: '1', cont: '0.01', multiple: '100' }

let calls = 0

/** Every call has a key of its own. Throws if one fails. */
export function createUserCalls(address: string): UserCalls {
  const client = createCallClient()
  return {
    async call(token, path, input) {
      calls += 1
      const answer = await client.call(address, { path, input, token, key: `ending-${process.pid}-${calls}` })
      if (answer?.code !== 1) throw new Error(`a call failed: ${JSON.stringify(answer)}`)
      return answer.data as { readonly Id: number }
    },
    close: client.close,
  }
}

export function startOtherUsers(
  address: string,
  tokens: readonly string[],
  callsPerSecond: number,
): OtherUsers {
  const calls = createUserCalls(address)
  const free = tokens.map((token) => ({ token, openId: undefined as string | undefined }))
  const sent: Sent[] = []
  const running = new Set<Promise<void>>()
  const failure = Promise.withResolvers<never>()
  failure.promise.catch(() => undefined)
  let nextDueMs = performance.now()

  async function trade(one: Sent): Promise<void> {
    const user = free.shift()
    if (user === undefined) throw new Error('all users wait for an answer')
    const { token, openId } = user
    if (openId === undefined) user.openId = String((await calls.call(token, submit.path, order)).Id)
    else {
      await calls.call(token, close.path, { id: openId })
      user.openId = undefined
    }
    one.waitedMs = performance.now() - one.dueMs
    free.push(user)
  }
  function sendDue(): void {
    for (; nextDueMs <= performance.now(); nextDueMs += 1000 / callsPerSecond) {
      const one: Sent = { dueMs: nextDueMs, waitedMs: undefined }
      sent.push(one)
      const done = trade(one).catch(failure.reject)
      running.add(done)
      void done.finally(() => running.delete(done))
    }
    if (sent.length > 2 * maxSent) sent.splice(0, maxSent)
  }
  const timer = setInterval(sendDue, 1)
  return {
    async waits(fromMs, toMs) {
      while (nextDueMs < toMs) await sleep(1)
      await Promise.race([failure.promise, Promise.all(running)])
      const within = sent.filter(({ dueMs }) => dueMs >= fromMs && dueMs < toMs)
      return within.map(({ waitedMs }) => waitedMs ?? Number.POSITIVE_INFINITY)
    },
    async stop() {
      clearInterval(timer)
      await Promise.race([failure.promise, Promise.all(running)])
      calls.close()
    },
  }
}
