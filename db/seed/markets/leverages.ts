// What is offered in each class of market. The operator's to set: these are the customary lists where no regulator
// caps them.

/** Pairs of dollar, euro, pound, yen, franc and Canadian dollar. */
export const widest = [1, 10, 25, 50, 100, 200, 400, 500]
/** Other pairs, gold, and the indices that are traded most. */
export const wide = [1, 10, 25, 50, 100, 200]
/** Other metals, energies, other indices. */
export const medium = [1, 10, 25, 50, 100]
export const ofCrypto = [1, 2, 5, 10, 20, 50]
export const ofShares = [1, 5, 10, 20]
/** Shown, but not offered: an order would be refused. */
export const none: readonly number[] = []
