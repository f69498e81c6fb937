import { noticeToWire, type OrderFigures, type WatchedAccount } from '#contract/account-wire.ts'
import { microsDecimals } from '#core/money/amounts.ts'

// The same JSON as `accountPushOf` comes to, written without the steps in between: it is told to thousands, four times a second.

/** Room for what is longest of the account itself, and of each of its orders. */
const maxBytes = { account: 1_024, order: 128 }

export function maxPushBytes(orders: number): number {
  return maxBytes.account + orders * maxBytes.order
}

const words = {
  profit: asciiBytes('{"ProfitsTotal":'),
  riskRate: asciiBytes(',"HazardRate":'),
  usedMargin: asciiBytes(',"CautionMoneyAll":'),
  netValue: asciiBytes(',"NetValue":'),
  midNetValue: asciiBytes(',"MidNetValue":'),
  balance: asciiBytes(',"Balance":'),
  locked: asciiBytes(',"Locked":'),
  available: asciiBytes(',"Available":'),
  marginRatio: asciiBytes(',"PrepaymentRatio":'),
  orders: asciiBytes(',"TransOrder":['),
  firstOrder: asciiBytes('{"Id":'),
  nextOrder: asciiBytes(',{"Id":'),
  closing: asciiBytes(',"UpdatePrice":'),
  orderProfit: asciiBytes(',"FactProfits":'),
  quoteSeq: asciiBytes('],"QuoteSeq":'),
  ordersMark: asciiBytes(',"OrdersMark":"'),
  notice: asciiBytes('","Notice":'),
  none: asciiBytes('null'),
  end: asciiBytes('}'),
}

const quote = 0x22
const percentDecimals = 2

export function writeAccountPush(out: AsciiWriter, { funds, orders, notice }: WatchedAccount): void {
  writeFigure(out, words.profit, funds.profit, microsDecimals)
  writeFigure(out, words.riskRate, funds.riskRate, percentDecimals)
  writeFigure(out, words.usedMargin, funds.usedMargin, microsDecimals)
  writeFigure(out, words.netValue, funds.netValue, microsDecimals)
  writeFigure(out, words.midNetValue, funds.midNetValue, microsDecimals)
  writeFigure(out, words.balance, funds.balance, microsDecimals)
  writeFigure(out, words.locked, funds.locked, microsDecimals)
  writeFigure(out, words.available, funds.available, microsDecimals)
  writeFigure(out, words.marginRatio, funds.marginRatio, percentDecimals)
  writeBytes(out, words.orders)
  let name = words.firstOrder
  for (const figures of orders) {
    writeOrder(out, name, figures)
    name = words.nextOrder
  }
  writeBytes(out, words.quoteSeq)
  writeDecimal(out, funds.quoteSeq, 0)
  writeBytes(out, words.ordersMark)
  // Digits and letters: nothing in it has a meaning to JSON.
  writeText(out, funds.ordersMark)
  writeBytes(out, words.notice)
  writeText(out, notice === null ? 'null' : JSON.stringify(noticeToWire(notice)))
  writeBytes(out, words.end)
}

function writeOrder(out: AsciiWriter, name: Uint8Array, { order, closing, profit }: OrderFigures): void {
  writeBytes(out, name)
  writeDecimal(out, order.id, 0)
  writeFigure(out, words.closing, closing, order.terms.pricePrecision)
  writeFigure(out, words.orderProfit, profit, microsDecimals)
  writeBytes(out, words.end)
}

function writeFigure(out: AsciiWriter, name: Uint8Array, units: number | null, decimals: number): void {
  writeBytes(out, name)
  if (units === null) writeBytes(out, words.none)
  else {
    out.bytes[out.at++] = quote
    writeDecimal(out, units, decimals)
    out.bytes[out.at++] = quote
  }
}

/** Bytes that text of 7 bits is put into, one piece after the other. Whoever puts it there knows that there is room. */
export type AsciiWriter = { readonly bytes: Uint8Array; at: number }

/** Words that are put somewhere again and again. */
export function asciiBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

/** Letter by letter: for a few of them that is quicker than any call that copies. */
export function writeBytes(out: AsciiWriter, words: Uint8Array): void {
  const { bytes } = out
  let { at } = out
  for (let from = 0; from < words.length; from += 1) bytes[at++] = words[from] ?? 0
  out.at = at
}

export function writeText(out: AsciiWriter, text: string): void {
  for (let from = 0; from < text.length; from += 1) out.bytes[out.at++] = text.charCodeAt(from)
}

/** Nine digits fit into 31 bits, and what a safe integer has above them does, too: so all of it is counted in small numbers. */
const lowDigits = 9
const billion = 10 ** lowDigits

const minus = 0x2d
const point = 0x2e
const zero = 0x30

/** The same text as `formatDecimal` makes of it, written from its end. */
export function writeDecimal(out: AsciiWriter, units: number, decimals: number): void {
  const { bytes } = out
  if (units < 0) bytes[out.at++] = minus
  const size = Math.abs(units)
  const high = size < billion ? 0 : Math.floor(size / billion)
  let left = (size - high * billion) | 0
  const digits = Math.max(decimals + 1, high > 0 ? lowDigits + digitsOf(high) : digitsOf(left))
  const end = out.at + digits + (decimals > 0 ? 1 : 0)
  let at = end
  for (let nth = 0; nth < digits; nth += 1) {
    if (nth === decimals && nth > 0) bytes[--at] = point
    if (nth === lowDigits) left = high
    const tenth = (left / 10) | 0
    bytes[--at] = zero + left - tenth * 10
    left = tenth
  }
  out.at = end
}

function digitsOf(size: number): number {
  let digits = 1
  for (let bound = 10; size >= bound; bound *= 10) digits += 1
  return digits
}
