import type { Quote } from '#core/market/quote.ts'
import type { Price } from '#core/money/price.ts'
import type { Rate } from '#core/money/rate.ts'
import type { Receipt, Rule } from '#core/order/receipt.ts'

/**
 * A receipt out of the JSON that PostgreSQL writes of one. A million of them are read at a start, and it writes all of them
 * alike, so that one can go through the bytes from name to name; a receipt of any other form is read as any JSON is.
 */
export function readReceipt(bytes: Buffer, start: number, end: number): Receipt {
  return readUsual(bytes, start, end) ?? (JSON.parse(bytes.toString('utf8', start, end)) as Receipt)
}

/** Names come in the order in which PostgreSQL keeps them: the shorter first, then by their letters. */
const names = {
  feed: literal('{"feed": "'),
  rate: literal('", "rate": '),
  rule: literal(', "rule": "'),
  quote: literal('", "quote": '),
  ask: literal('{"ask": '),
  bid: literal(', "bid": '),
  seq: literal(', "seq": '),
  timeMs: literal(', "timeMs": '),
  marketId: literal(', "marketId": '),
  endOfQuote: literal('}'),
  account: literal(', "account": null, "expected": '),
  knownSeq: literal(', "knownSeq": '),
  slippage: literal(', "slippage": '),
  end: literal('}'),
}

function readUsual(bytes: Buffer, start: number, end: number): Receipt | undefined {
  const text = createScanner(bytes, start, end)
  text.pass(names.feed)
  const feed = text.word()
  text.pass(names.rate)
  const rate = text.numberOrNull() as Rate | null
  text.pass(names.rule)
  const rule = text.word() as Rule
  text.pass(names.quote)
  const quote = text.isNull() ? null : readQuote(text)
  text.pass(names.account)
  const expected = text.numberOrNull() as Price | null
  text.pass(names.knownSeq)
  const knownSeq = text.number()
  text.pass(names.slippage)
  const slippage = text.numberOrNull()
  text.pass(names.end)
  if (!text.isWhole()) return undefined
  return { rule, quote, feed, knownSeq, rate, expected, slippage, account: null }
}

function readQuote(text: Scanner): Quote {
  text.pass(names.ask)
  const ask = text.number() as Price
  text.pass(names.bid)
  const bid = text.number() as Price
  text.pass(names.seq)
  const seq = text.number()
  text.pass(names.timeMs)
  const timeMs = text.number()
  text.pass(names.marketId)
  const marketId = text.number()
  text.pass(names.endOfQuote)
  return { marketId, bid, ask, timeMs, seq }
}

function literal(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

/** Goes through the bytes. After the first thing that is otherwise than expected nothing it says counts any more. */
type Scanner = ReturnType<typeof createScanner>

const [quotation, backslash, minus, zero, nine, firstOfNull] = [0x22, 0x5c, 0x2d, 0x30, 0x39, 0x6e]
const lastPlain = 0x7f
const nullBytes = literal('null')
/** One digit more would not be exact. */
const mostDigits = 15

function createScanner(bytes: Buffer, start: number, end: number) {
  let at = start
  let isUsual = true

  function pass(expected: Uint8Array): void {
    for (const byte of expected) {
      if (bytes[at] !== byte) isUsual = false
      at += 1
    }
  }
  function isNull(): boolean {
    if (bytes[at] !== firstOfNull) return false
    pass(nullBytes)
    return true
  }
  function word(): string {
    const first = at
    for (let byte = bytes[at]; byte !== quotation; byte = bytes[at]) {
      if (byte === undefined || byte === backslash || byte > lastPlain || at >= end) {
        isUsual = false
        break
      }
      at += 1
    }
    return bytes.toString('latin1', first, at)
  }
  function number(): number {
    const isBelow = bytes[at] === minus
    if (isBelow) at += 1
    const first = at
    let value = 0
    for (let byte = bytes[at] ?? 0; byte >= zero && byte <= nine; byte = bytes[at] ?? 0) {
      value = value * 10 + (byte - zero)
      at += 1
    }
    if (at === first || at - first > mostDigits) isUsual = false
    return isBelow ? 0 - value : value
  }
  return {
    pass,
    isNull,
    word,
    number,
    numberOrNull: (): number | null => (isNull() ? null : number()),
    /** Whether everything was as expected, to the last byte. */
    isWhole: () => isUsual && at === end,
  }
}
