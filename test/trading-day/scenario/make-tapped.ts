import type { Board } from '#core/market/board.ts'
import type { CommandRequest } from '#server/engine/engine.ts'
import type { MemoryTables } from '#test/trading-day/memory-tables.ts'
import type { SeededRandom } from '#test/trading-day/scenario/seeded-random.ts'

export type TapScene = {
  readonly board: Board
  readonly tables: MemoryTables
  readonly nowMs: number
  /** The command is decided at once, so that an age may be at the limit to the millisecond. */
  readonly isDecidedAtOnce: boolean
}

/** The same request as half of all clients send it: with what they had received when the user tapped. */
export function withTapped(scene: TapScene, request: CommandRequest, random: SeededRandom): CommandRequest {
  if (!canBeTapped(request) || random.chance(0.5)) return request
  return { ...request, tapped: { seq: tappedSeq(scene, request, random), atMs: tappedAtMs(scene, random) } }
}

type Tappable = Extract<CommandRequest, { readonly tapped?: unknown }>

function canBeTapped(request: CommandRequest): request is Tappable {
  return tappable.has(request.kind)
}

const tappable: ReadonlySet<CommandRequest['kind']> = new Set<Tappable['kind']>([
  'open_order',
  'close_order',
  'close_many',
  'reverse_order',
  'amend_order',
  'set_stops',
])

/** Mostly the newest; else that of the last change of state, the one before it, none, or one that is still to come. */
function tappedSeq({ board, tables }: TapScene, request: Tappable, random: SeededRandom): number | null {
  const changed = board.now(marketOf(request, tables)).stateSeq
  return random.weighted([
    [4, null],
    [8, board.seq()],
    [2, changed],
    [1, Math.max(0, changed - 1)],
    [0.2, 0],
    [0.5, board.seq() + random.between(1, 1_000)],
  ])
}

function marketOf(request: Tappable, { orders }: MemoryTables): number {
  if (request.kind === 'open_order') return request.ticket.marketId
  const id = request.kind === 'close_many' ? request.orderIds[0] : request.orderId
  return orders.get(id ?? 0)?.marketId ?? 0
}

function tappedAtMs({ nowMs, isDecidedAtOnce }: TapScene, random: SeededRandom): number | null {
  if (random.chance(0.2)) return null
  if (!isDecidedAtOnce) return nowMs - (random.chance(0.9) ? 0 : 120_000)
  const ageMs = random.weighted([
    [12, random.between(0, 3_000)],
    [1, 9_999],
    [1, 10_000],
    [1, 10_001],
    [0.5, random.between(10_002, 86_400_000)],
    [1, -random.between(1, 60_000)],
  ])
  return nowMs - ageMs
}
