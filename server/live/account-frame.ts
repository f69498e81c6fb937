import { accountPushOf } from '#contract/account-push.ts'
import { asciiOf, putWords } from '#contract/ascii-out.ts'
import { type AccountPush, ownTradesTopic, type PushFrame } from '#contract/live.ts'
import { mostBytesOfPush, putAccountPush } from '#contract/put-account-push.ts'
import { encodeBytes, encodeFrame } from '#server/live/encode-frame.ts'
import type { AccountWatch } from '#server/portfolio/portfolio.ts'

/** As many as an account can have open. More are told all the same, the longer way. */
const mostOrders = 500
const start = asciiOf(`{"topic":"${ownTradesTopic}","data":`)
const ends = { news: asciiOf('}'), snapshot: asciiOf(',"snapshot":true}') }

/** One for all accounts: each is written into it and copied out of it in one go. */
const bytes = new Uint8Array(start.length + mostBytesOfPush(mostOrders) + ends.snapshot.length)

/** The push of an account as it goes over the line. */
export function accountFrame(watch: AccountWatch, kind: keyof typeof ends): Buffer {
  if (watch.orders.length > mostOrders) return encodeFrame(JSON.stringify(pushOf(watch, kind)))
  const out = { bytes, at: 0 }
  putWords(out, start)
  putAccountPush(out, watch)
  putWords(out, ends[kind])
  return encodeBytes(bytes.subarray(0, out.at))
}

function pushOf(watch: AccountWatch, kind: keyof typeof ends): PushFrame<AccountPush> {
  const push = { topic: ownTradesTopic, data: accountPushOf(watch) }
  return kind === 'snapshot' ? { ...push, snapshot: true } : push
}
