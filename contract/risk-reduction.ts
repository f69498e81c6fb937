import type { Call } from '#contract/call.ts'
import type { SetStopPriceInput } from '#contract/calls/trading.ts'
import { stopsFromWire } from '#contract/ticket-from-wire.ts'
import { ensureNever } from '#core/ensure-never.ts'

/** Whether the call can only reduce the risk of an account. The input must have passed the schema of the call. */
export function reducesRisk({ risk }: Pick<Call, 'risk'>, input: unknown): boolean {
  switch (risk) {
    case undefined:
    case 'adds':
      return false
    case 'reduces':
      return true
    case 'reduces_without_stops': {
      const { stopLoss, takeProfit } = stopsFromWire(input as SetStopPriceInput)
      return stopLoss === null && takeProfit === null
    }
    default:
      return ensureNever(risk)
  }
}
