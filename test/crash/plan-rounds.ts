import { type CrashKind, cutKinds } from '#test/crash/machines/machine.ts'

/** How often something is to break. Cuts are spread over the ways of cutting. */
export type Counts = Readonly<Record<CountName, number>>
export const countNames = ['server', 'database', 'cuts', 'take-overs'] as const
type CountName = (typeof countNames)[number]

/** What one round breaks, on fresh machines. It is told wholly by its seed and its counts. */
export type Round = {
  readonly seed: number
  readonly times: (kind: CrashKind) => number
  readonly again: string
}

/** All that was ever sent is read, checked and at the end sent again: a machine that breaks more often gets slow. */
const usualOnMachine = 20
/** A share may be rounded up: what was a round must be one by itself, too. */
const mostOnMachine = 24

/** As many rounds as it takes, each with its share of every kind. One that is small enough is one round as it is. */
export function planRounds(counts: Counts, seed: number): readonly Round[] {
  const killed = counts.server + counts.database
  const others = counts.cuts + counts['take-overs']
  const busiest = Math.max(killed, others)
  const rounds = Math.ceil(busiest / (busiest <= mostOnMachine ? mostOnMachine : usualOnMachine))
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
