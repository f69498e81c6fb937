import type { ActState } from '#web/acts/act-types.ts'
import type { StopKind } from '#web/parts/stops/stop-types.ts'

/** What the server said about this stop, which is said beside it. */
export function refusalOf(state: ActState, kind: StopKind): string | undefined {
  if (state.kind !== 'failed' || state.failure.kind !== 'refused') return undefined
  return state.failure.field === fields[kind] ? state.failure.msg : undefined
}

const fields: Readonly<Record<StopKind, string>> = {
  stop_loss: 'stop_loss_price',
  take_profit: 'target_profit_price',
}
