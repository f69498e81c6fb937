/** Exact BigInt fractions to compare formulas with. Independent of `core/money`. */
export type Fraction = { readonly over: bigint; readonly under: bigint }

export function fraction(over: number, under = 1): Fraction {
  return { over: BigInt(over), under: BigInt(under) }
}

export function times(...terms: readonly Fraction[]): Fraction {
  return terms.reduce((left, right) => ({
    over: left.over * right.over,
    under: left.under * right.under,
  }))
}

/** Rounds half to even. Decides by the floor of twice the value. */
export function rounded({ over, under }: Fraction): bigint {
  const halves = floorOf(2n * over, under)
  const isTie = halves % 2n !== 0n && halves * under === 2n * over
  const up = floorOf(halves + 1n, 2n)
  return isTie && up % 2n !== 0n ? up - 1n : up
}

function floorOf(over: bigint, under: bigint): bigint {
  const cut = over / under
  return cut * under !== over && over < 0n ? cut - 1n : cut
}
