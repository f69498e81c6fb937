// Many entries of a batch share the same markets and quotes. These are stored once, and entries hold their indexes.

type Fields = Readonly<Record<string, unknown>>

/** Replaces references with the shared values they point to. An unknown reference becomes undefined. */
export function withShared(entry: unknown, shared: readonly unknown[]): unknown {
  if (!isRecord(entry)) return entry
  const { market, board } = entry
  const resolve = (reference: unknown) => (typeof reference === 'number' ? shared[reference] : reference)
  return { ...entry, market: resolve(market), board: boardWithShared(board, resolve) }
}

function boardWithShared(board: unknown, resolve: (reference: unknown) => unknown): unknown {
  if (!isRecord(board) || !isRecord(board['markets'])) return board
  const markets = Object.entries(board['markets']).map(([id, reference]) => [id, resolve(reference)])
  return { ...board, markets: Object.fromEntries(markets) }
}

/** Indexes of the shared values that a stored entry refers to. */
export function referencesOf(entry: unknown): readonly number[] {
  if (!isRecord(entry)) return []
  const { market, board } = entry
  const quotes = isRecord(board) && isRecord(board['markets']) ? Object.values(board['markets']) : []
  return [market, ...quotes].filter((reference) => typeof reference === 'number')
}

export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
