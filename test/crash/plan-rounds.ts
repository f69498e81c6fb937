import { type CrashKind, cutKinds } from '#test/crash/machines/machine.ts'

/** Number of crashes of each kind. Cuts are spread over the kinds of cuts. */
export type Counts = Readonly<Record<CountName, number>>
export const countNames = ['server', 'database', 'cuts', 'take-overs'] as const
type CountName = (typeof countNames)[number]

/** Crashes of one round on fresh machines. The seed and the counts determine them. */
export type Round = {
  readonly seed: number
  readonly times: (kind: CrashKind) => number
  readonly again: string
}

/** Every check reads the whole history of a machine, so more crashes on one machine get slow. */
const usualOnMachine = 20
/** Larger than the usual number, because shares are rounded up. A repeated round must still fit into one round. */
const maxOnMachine = 24

/** Splits the counts into rounds, each with its share of every kind. Small counts fit into one round. */
export function planRounds(counts: Counts, seed: number): readonly Round[] {
  const killed = counts.server + counts.database
  const others = counts.cuts + counts['take-overs']
  const busiest = Math.max(killed, others)
  const rounds = Math.ceil(busiest / (busiest <= maxOnMachine ? maxOnMachine : usualOnMachine))
  return Array.from({ length: rounds }, (_, at) => {
    const share = (count: number) =>
      Math.floor((count * (at + 1)) / rounds) - Math.floor((count * at) / rounds)
    const shares = countNames.map((name) => [name, share(counts[name])] as const)
    return roundOf(Object.fromEntries(shares) as Counts, seed + at)
  })
}

function roundOf(counts: Counts, seed: number): Round {
  const { server, database } = counts
  const cuts = Array.from({ length: counts.cuts }, (_, at) => cutKinds[(seed + at) % cutKinds.length])
  const options = countNames.map((name) => `--${name} ${counts[name]}`)
  return {
    seed,
    times(kind) {
      if (kind === 'server') return server
      if (kind === 'database') return database
      return kind === 'take_over' ? counts['take-overs'] : cuts.filter((cut) => cut === kind).length
    },
    again: [...options, `--seed ${seed}`].join(' '),
  }
}
