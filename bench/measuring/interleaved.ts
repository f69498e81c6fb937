/** What is compared, by name. Each is run once in a round and says what it measured. */
export type Contestants<Name extends string, Measured> = Readonly<
  Record<Name, (round: number) => Measured | Promise<Measured>>
>

/**
 * Runs each in turn, for so many rounds, and hands back what each measured, in the order of the rounds. What else the
 * machine does meanwhile so falls on all of them alike; who comes first changes from round to round.
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
