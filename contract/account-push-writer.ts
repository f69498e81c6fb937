import { noticeToWire, type OrderFigures, type WatchedAccount } from '#contract/account-wire.ts'
import { microsDecimals } from '#core/money/amounts.ts'

// Writes the JSON of `accountPushOf` straight to bytes: thousands of clients receive it four times a second.

/** Upper bounds of the encoded size of an account and of each order. */
const maxBytes = { account: 1_024, order: 128 }

export function maxPushBytes(orders: number): number {
  return maxBytes.account + orders * maxBytes.order
}

const keys = {
  profit: asciiBytes('{"ProfitsTotal":'),
  marginLevel: asciiBytes(',"HazardRate":'),
  usedMargin: asciiBytes(',"CautionMoneyAll":'),
  equity: asciiBytes(',"NetValue":'),
  midEquity: asciiBytes(',"MidNetValue":'),
  balance: asciiBytes(',"Balance":'),
  locked: asciiBytes(',"Locked":'),
  freeMargin: asciiBytes(',"Available":'),
  marginUsage: asciiBytes(',"PrepaymentRatio":'),
  orders: asciiBytes(',"TransOrder":['),
  firstOrder: asciiBytes('{"Id":'),
  nextOrder: asciiBytes(',{"Id":'),
  closing: asciiBytes(',"UpdatePrice":'),
  orderProfit: asciiBytes(',"FactProfits":'),
  quoteSeq: asciiBytes('],"QuoteSeq":'),
  version: asciiBytes(',"Version":'),
  notice: asciiBytes(',"Notice":'),
  none: asciiBytes('null'),
  end: asciiBytes('}'),
}

const quote = 0x22
const percentDecimals = 2

export function writeAccountPush(out: AsciiWriter, { funds, orders, notice }: WatchedAccount): void {
  writeFigure(out, keys.profit, funds.profit, microsDecimals)
  writeFigure(out, keys.marginLevel, funds.marginLevel, percentDecimals)
  writeFigure(out, keys.usedMargin, funds.usedMargin, microsDecimals)
  writeFigure(out, keys.equity, funds.equity, microsDecimals)
  writeFigure(out, keys.midEquity, funds.midEquity, microsDecimals)
  writeFigure(out, keys.balance, funds.balance, microsDecimals)
  writeFigure(out, keys.locked, funds.locked, microsDecimals)
  writeFigure(out, keys.freeMargin, funds.freeMargin, microsDecimals)
  writeFigure(out, keys.marginUsage, funds.marginUsage, percentDecimals)
  writeBytes(out, keys.orders)
  let name = keys.firstOrder
  for (const figures of orders) {
    writeOrder(out, name, figures)
    name = keys.nextOrder
  }
  writeBytes(out, keys.quoteSeq)
  writeDecimal(out, funds.quoteSeq, 0)
  writeBytes(out, keys.version)
  writeDecimal(out, funds.version, 0)
  writeBytes(out, keys.notice)
  writeText(out, notice === null ? 'null' : JSON.stringify(noticeToWire(notice)))
  writeBytes(out, keys.end)
}

function writeOrder(out: AsciiWriter, name: Uint8Array, { order, closing, profit }: OrderFigures): void {
  writeBytes(out, name)
  writeDecimal(out, order.id, 0)
  writeFigure(out, keys.closing, closing, order.terms.pricePrecision)
  writeFigure(out, keys.orderProfit, profit, microsDecimals)
  writeBytes(out, keys.end)
}

function writeFigure(out: AsciiWriter, name: Uint8Array, units: number | null, decimals: number): void {
  writeBytes(out, name)
  if (units === null) writeBytes(out, keys.none)
  else {
    out.bytes[out.at++] = quote
    writeDecimal(out, units, decimals)
    out.bytes[out.at++] = quote
  }
}

/** Buffer and write position for ASCII text. The caller guarantees enough space. */
export type AsciiWriter = { readonly bytes: Uint8Array; at: number }

/** Encodes ASCII text. Called once per constant, when this file is loaded. */
export function asciiBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

/** A loop is faster than a copy call for a few bytes. */
export function writeBytes(out: AsciiWriter, keys: Uint8Array): void {
  const { bytes } = out
  let { at } = out
  for (let from = 0; from < keys.length; from += 1) bytes[at++] = keys[from] ?? 0
  out.at = at
}

export function writeText(out: AsciiWriter, text: string): void {
  for (let from = 0; from < text.length; from += 1) out.bytes[out.at++] = text.charCodeAt(from)
}

/**
 * Digits in the lower part of a split number. Both parts of a safe integer fit into 31 bits, where arithmetic is fast.
 */
const lowDigits = 9
const billion = 10 ** lowDigits

const minus = 0x2d
const point = 0x2e
const zero = 0x30

/** Writes the same text as `formatDecimal`, from the last digit backwards. */
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
