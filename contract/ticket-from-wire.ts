// Decodes the input of order calls to commands. Typed text stays unparsed: the core parses and checks it.
import type { SubmitInput } from '#contract/calls/trading.ts'
import { sideFromWire } from '#contract/order-wire.ts'
import type { DecimalText, Ticket, WithLastSeen } from '#core/decision/command.ts'

/** Undefined for a pending order without an order price. */
export function ticketFromWire(input: SubmitInput): Ticket | undefined {
  const isPending = input.status === 0
  const target = decimalTextOrNull(input.target_price)
  if (isPending && target === null) return undefined
  return {
    marketId: input.forex_id,
    side: sideFromWire(input.type),
    lots: input.cont,
    leverage: leverageFromWire(input.multiple),
    target: isPending ? target : null,
    seen: isPending ? null : decimalTextOrNull(input.price),
    deviation: input.deviation ?? 0,
    ...stopsFromWire(input),
  }
}

type WireStops = Pick<SubmitInput, 'stop_loss_price' | 'target_profit_price'>

/** A missing, empty or zero stop is null. */
export function stopsFromWire({ stop_loss_price, target_profit_price }: WireStops) {
  return { stopLoss: stopFromWire(stop_loss_price), takeProfit: stopFromWire(target_profit_price) }
}

function stopFromWire(text: string | undefined): DecimalText | null {
  return text === undefined || /^0*(\.0*)?$/.test(text) ? null : text
}

export function decimalTextOrNull(text: string | undefined): DecimalText | null {
  return text === undefined || text === '' ? null : text
}

/** Anything but an integer becomes 0, which no market offers. */
function leverageFromWire(text = ''): number {
  return /^\d{1,9}(\.0{1,9})?$/.test(text) ? Number(text) : 0
}

type WireSeen = { readonly seen_seq?: number | undefined; readonly seen_at?: number | undefined }

/** Empty if the client sent neither field. */
export function tappedFromWire({ seen_seq, seen_at }: WireSeen): WithLastSeen {
  if (seen_seq === undefined && seen_at === undefined) return {}
  return { tapped: { seq: seen_seq ?? null, atMs: seen_at ?? null } }
}
