import { resetDemo } from '#contract/calls/account.ts'
import {
  amendOrder,
  cancelTrade,
  close,
  closeMany,
  reverse,
  setStopPrice,
  submit,
} from '#contract/calls/trading.ts'
import type { Command } from '#core/decision/command.ts'

/** Something a trader asks for. */
export type Action = {
  readonly kind: ActionKind
  readonly input: Readonly<Record<string, string>>
}

export type ActionKind =
  | 'place'
  | 'close'
  | 'close_many'
  | 'reverse'
  | 'amend'
  | 'cancel'
  | 'set_stops'
  | 'reset'

export const pathOf: Readonly<Record<ActionKind, string>> = {
  place: submit.path,
  close: close.path,
  close_many: closeMany.path,
  reverse: reverse.path,
  amend: amendOrder.path,
  cancel: cancelTrade.path,
  set_stops: setStopPrice.path,
  reset: resetDemo.path,
}

/** What the journal calls it. */
export const commandOf: Readonly<Record<ActionKind, Command['kind']>> = {
  place: 'open_order',
  close: 'close_order',
  close_many: 'close_many',
  reverse: 'reverse_order',
  amend: 'amend_order',
  cancel: 'cancel_order',
  set_stops: 'set_stops',
  reset: 'reset_demo',
}
