// The same JSON as `accountPushOf` comes to, written without the steps in between: it is told to thousands, four times a second.
import { noticeToWire, type WatchedAccount } from '#contract/account-push.ts'
import { type AsciiWriter, asciiBytes, writeBytes, writeDecimal, writeText } from '#contract/ascii-out.ts'
import type { OrderFigures } from '#contract/figures-wire.ts'
import { microsDecimals } from '#core/money/micros.ts'

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
