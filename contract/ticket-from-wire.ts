// What a call says of an order, in the core's words. What was typed stays as it was typed: the core judges it.
import type { SubmitInput } from '#contract/calls/trading.ts'
import { sideFromWire } from '#contract/order-wire.ts'
import type { Tapped, Ticket, Typed } from '#core/decision/command.ts'

/** Undefined for a pending order that does not say at which price. */
export function ticketFromWire(input: SubmitInput): Ticket | undefined {
  const isPending = input.status === 0
  const target = typedOrNone(input.target_price)
  if (isPending && target === null) return undefined
  return {
    marketId: input.forex_id,
    side: sideFromWire(input.type),
    lots: input.cont,
    leverage: leverageFromWire(input.multiple),
    target: isPending ? target : null,
    seen: isPending ? null : typedOrNone(input.price),
    deviation: input.deviation ?? 0,
    ...stopsFromWire(input),
  }
}

type WireStops = Pick<SubmitInput, 'stop_loss_price' | 'target_profit_price'>

/** A stop that is left out, empty or zero is none. */
export function stopsFromWire({ stop_loss_price, target_profit_price }: WireStops) {
  return { stopLoss: stopFromWire(stop_loss_price), takeProfit: stopFromWire(target_profit_price) }
}

function stopFromWire(text: string | undefined): Typed | null {
  return text === undefined || /^0*(\.0*)?$/.test(text) ? null : text
}

export function typedOrNone(text: string | undefined): Typed | null {
  return text === undefined || text === '' ? null : text
}

/** What is no whole number is offered by no market, and neither is 0. */
function leverageFromWire(text = ''): number {
  return /^\d{1,9}(\.0{1,9})?$/.test(text) ? Number(text) : 0
}

type WireSeen = { readonly seen_seq?: number | undefined; readonly seen_at?: number | undefined }

/** What the client had when the user tapped; nothing where it did not say. */
export function tappedFromWire({ seen_seq, seen_at }: WireSeen): Tapped {
  if (seen_seq === undefined && seen_at === undefined) return {}
  return { tapped: { seq: seen_seq ?? null, atMs: seen_at ?? null } }
}
