/** `MarketStatus`: whether a market can be traded now. */
export const marketStatus = { closed: 0, open: 1, stale: 2 } as const

/** `MarginMode` of a market whose margin does not depend on the leverage. */
export const fixedMargin = 1
