// The same JSON as `accountPushOf` comes to, written without the steps in between: it is told to thousands, four times a second.
import { noticeToWire, type WatchedAccount } from '#contract/account-push.ts'
import { type AsciiOut, asciiOf, putDecimal, putText, putWords } from '#contract/ascii-out.ts'
import type { OrderFigures } from '#contract/figures-wire.ts'
import { microsDecimals } from '#core/money/micros.ts'

/** Room for what is longest of the account itself, and of each of its orders. */
const mostBytes = { account: 1_024, order: 128 }

export function mostBytesOfPush(orders: number): number {
  return mostBytes.account + orders * mostBytes.order
}

const words = {
  profit: asciiOf('{"ProfitsTotal":'),
  riskRate: asciiOf(',"HazardRate":'),
  usedMargin: asciiOf(',"CautionMoneyAll":'),
  netValue: asciiOf(',"NetValue":'),
  midNetValue: asciiOf(',"MidNetValue":'),
  balance: asciiOf(',"Balance":'),
  locked: asciiOf(',"Locked":'),
  available: asciiOf(',"Available":'),
  marginRatio: asciiOf(',"PrepaymentRatio":'),
  orders: asciiOf(',"TransOrder":['),
  firstOrder: asciiOf('{"Id":'),
  nextOrder: asciiOf(',{"Id":'),
  closing: asciiOf(',"UpdatePrice":'),
  orderProfit: asciiOf(',"FactProfits":'),
  quoteSeq: asciiOf('],"QuoteSeq":'),
  ordersMark: asciiOf(',"OrdersMark":"'),
  notice: asciiOf('","Notice":'),
  none: asciiOf('null'),
  end: asciiOf('}'),
}

const quote = 0x22
const percentDecimals = 2

export function putAccountPush(out: AsciiOut, { funds, orders, notice }: WatchedAccount): void {
  putFigure(out, words.profit, funds.profit, microsDecimals)
  putFigure(out, words.riskRate, funds.riskRate, percentDecimals)
  putFigure(out, words.usedMargin, funds.usedMargin, microsDecimals)
  putFigure(out, words.netValue, funds.netValue, microsDecimals)
  putFigure(out, words.midNetValue, funds.midNetValue, microsDecimals)
  putFigure(out, words.balance, funds.balance, microsDecimals)
  putFigure(out, words.locked, funds.locked, microsDecimals)
  putFigure(out, words.available, funds.available, microsDecimals)
  putFigure(out, words.marginRatio, funds.marginRatio, percentDecimals)
  putWords(out, words.orders)
  let name = words.firstOrder
  for (const figures of orders) {
    putOrder(out, name, figures)
    name = words.nextOrder
  }
  putWords(out, words.quoteSeq)
  putDecimal(out, funds.quoteSeq, 0)
  putWords(out, words.ordersMark)
  // Digits and letters: nothing in it has a meaning to JSON.
  putText(out, funds.ordersMark)
  putWords(out, words.notice)
  putText(out, notice === null ? 'null' : JSON.stringify(noticeToWire(notice)))
  putWords(out, words.end)
}

function putOrder(out: AsciiOut, name: Uint8Array, { order, closing, profit }: OrderFigures): void {
  putWords(out, name)
  putDecimal(out, order.id, 0)
  putFigure(out, words.closing, closing, order.terms.pricePrecision)
  putFigure(out, words.orderProfit, profit, microsDecimals)
  putWords(out, words.end)
}

function putFigure(out: AsciiOut, name: Uint8Array, units: number | null, decimals: number): void {
  putWords(out, name)
  if (units === null) putWords(out, words.none)
  else {
    out.bytes[out.at++] = quote
    putDecimal(out, units, decimals)
    out.bytes[out.at++] = quote
  }
}
