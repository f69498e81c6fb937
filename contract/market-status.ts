/** `MarketStatus`: whether a market can be traded now. */
export const marketStatus = { closed: 0, open: 1, stale: 2 } as const

/** `ForexFeeType` of a market whose fee is so much a lot. */
export const feePerLot = 1

/** `MarginMode` of a market whose margin does not depend on the leverage. */
export const fixedMargin = 1
