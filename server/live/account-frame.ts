import { accountPushOf } from '#contract/account-push.ts'
import { type AsciiOut, asciiOf, putDecimal, putWords } from '#contract/ascii-out.ts'
import { type AccountPush, type FrameStamp, ownTradesTopic, type StampedPush } from '#contract/live.ts'
import { mostBytesOfPush, putAccountPush } from '#contract/put-account-push.ts'
import { encodeBytes, encodeFrame } from '#server/live/encode-frame.ts'
import type { AccountWatch } from '#server/portfolio/portfolio.ts'

/** As many as an account can have open. More are told all the same, the longer way. */
const mostOrders = 500
const frameStart = asciiOf(`{"topic":"${ownTradesTopic}","data":`)
const stampWords = { quoteSeq: asciiOf(',"QuoteSeq":'), now: asciiOf(',"Now":') }
const frameEnds = { news: asciiOf('}'), snapshot: asciiOf(',"snapshot":true}') }
/** Longer than both names with the largest safe integers. */
const mostBytesOfStamp = 64

/** One for all accounts: each is written into it and copied out of it in one go. */
const scratch = new Uint8Array(
  frameStart.length + mostBytesOfPush(mostOrders) + mostBytesOfStamp + frameEnds.snapshot.length,
)

/** The push of an account as it goes over the line. */
export function accountFrame(watch: AccountWatch, kind: keyof typeof frameEnds, stamp: FrameStamp): Buffer {
  if (watch.orders.length > mostOrders) return encodeFrame(JSON.stringify(accountPush(watch, kind, stamp)))
  const out = { bytes: scratch, at: 0 }
  putWords(out, frameStart)
  putAccountPush(out, watch)
  putStamp(out, stamp)
  putWords(out, frameEnds[kind])
  return encodeBytes(scratch.subarray(0, out.at))
}

function putStamp(out: AsciiOut, { QuoteSeq, Now }: FrameStamp): void {
  putWords(out, stampWords.quoteSeq)
  putDecimal(out, QuoteSeq, 0)
  putWords(out, stampWords.now)
  putDecimal(out, Now, 0)
}

function accountPush(
  watch: AccountWatch,
  kind: keyof typeof frameEnds,
  stamp: FrameStamp,
): StampedPush<AccountPush> {
  const push = { topic: ownTradesTopic, data: accountPushOf(watch), ...stamp }
  return kind === 'snapshot' ? { ...push, snapshot: true } : push
}
