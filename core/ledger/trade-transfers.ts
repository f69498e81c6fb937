// What trading moves. An amount of zero is no transfer, so each gives a list of one or none.
import type { Transfer } from '#core/ledger/transfer.ts'
import { type Micros, micros } from '#core/money/micros.ts'

type TransferList = readonly Transfer[]

/** A profit comes from the house, a loss goes to it. */
export function profitTransfer(orderId: number, profit: Micros): TransferList {
  if (profit < 0)
    return orderTransfer(orderId, { source: 'cash', destination: 'trading', type: 'trade_profit' }, -profit)
  return orderTransfer(orderId, { source: 'trading', destination: 'cash', type: 'trade_profit' }, profit)
}

export function feeTransfer(orderId: number, fee: Micros): TransferList {
  return orderTransfer(orderId, { source: 'cash', destination: 'fees', type: 'fee' }, fee)
}

/** The house bears what the last order to be closed left owing. */
export function writeOffTransfer(orderId: number, cash: Micros): TransferList {
  return orderTransfer(orderId, { source: 'write_offs', destination: 'cash', type: 'write_off' }, -cash)
}

function orderTransfer(
  orderId: number,
  way: Pick<Transfer, 'source' | 'destination' | 'type'>,
  amount: number,
): TransferList {
  return amount > 0 ? [{ ...way, amount: micros(amount), reference: `order:${orderId}`, orderId }] : []
}
