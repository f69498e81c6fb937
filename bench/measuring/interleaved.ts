/** The compared implementations by name. Each runs once per round and returns its measurement. */
export type Contestants<Name extends string, Measured> = Readonly<
  Record<Name, (round: number) => Measured | Promise<Measured>>
>

/**
 * Runs all implementations in every round, so that other load on the machine affects all of them equally. Each round
 * starts with another implementation. Returns the measurements of each in the order of the rounds.
 */
export async function interleaved<Name extends string, Measured>(
  rounds: number,
  contestants: Contestants<Name, Measured>,
): Promise<Readonly<Record<Name, readonly Measured[]>>> {
  const names = Object.keys(contestants) as Name[]
  const measured = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Measured[]>
  for (let round = 0; round < rounds; round += 1) {
    const first = round % names.length
    for (const name of [...names.slice(first), ...names.slice(0, first)])
      measured[name].push(await contestants[name](round))
  }
  return measured
}
