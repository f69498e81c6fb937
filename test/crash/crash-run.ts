import { join } from 'node:path'
import { checkMachine, judgeReplay } from '#test/crash/checks/check-machine.ts'
import { type CallClient, createCallClient, logInDemo } from '#test/crash/load/call-client.ts'
import { createNotebook, type Notebook } from '#test/crash/load/key-log.ts'
import { type Load, startLoad } from '#test/crash/load/load.ts'
import { createPricePipe, type PricePipe } from '#test/crash/load/price-pipe.ts'
import { createTrader, type Trader } from '#test/crash/load/trader.ts'
import type { CrashKind, Machine } from '#test/crash/machines/machine.ts'
import { type Tally, tallyEnd, tallyFacts, tallyNotes } from '#test/crash/tally.ts'
import { makeDataDir } from '#test/process/running-server.ts'
import { createSeededRandom, type SeededRandom } from '#test/trading-day/scenario/seeded-random.ts'

export type CrashRun = {
  readonly open: (prices: PricePipe) => Promise<Machine>
  readonly seed: number
  /** How often in which way, of those the machine knows. */
  readonly times: (kind: CrashKind) => number
  readonly tally: Tally
  readonly say: (line: string) => void
}

type Stage = {
  readonly machine: Machine
  readonly client: CallClient
  readonly notebook: Notebook
  readonly traders: readonly Trader[]
  readonly prices: PricePipe
  readonly random: SeededRandom
}

const traderCount = 4
const fewestRequests = 24
const mostRequests = 96
const mostTurns = 8
/** The share of loads that ask for outcomes all the time. */
const oftenAsked = 0.3
const mostSaid = 8000
/** The first pass of a check makes one call for each key, the second two. */
const callsOfCheck = 3

/** Crashes one machine under load again and again, and throws at the first thing that does not hold. */
export async function runCrashes({ open, seed, times, tally, say }: CrashRun): Promise<void> {
  const random = createSeededRandom(seed)
  const place = makeDataDir()
  // Of its own: prices move as answers come, and the moments of crashes must not hang on that.
  const prices = createPricePipe(join(place.dir, 'prices'), createSeededRandom(-seed))
  const client = createCallClient()
  const machine = await open(prices)
  try {
    const traders = await logIn(client, machine.address(), { seed, prices })
    const stage = { machine, client, notebook: createNotebook(`crash-${seed}`), traders, prices, random }
    const planned = machine.kinds.flatMap((kind) => Array.from({ length: times(kind) }, () => kind))
    for (const kind of shuffled(planned, random)) {
      say(`${kind}, after ${stage.notebook.notes().length} keys`)
      await crashOnce(stage, kind, tally)
    }
    await checkEverything(stage, tally)
  } catch (fault) {
    const words = fault instanceof Error ? fault.message : String(fault)
    throw new Error(`${words}\nThe servers said last:\n${machine.printed().slice(-mostSaid)}`, {
      cause: fault,
    })
  } finally {
    client.close()
    prices.end()
    await machine.stop()
    place.remove()
  }
}

async function crashOnce(stage: Stage, kind: CrashKind, tally: Tally): Promise<void> {
  const { machine, notebook } = stage
  const known = notebook.notes().length
  await machine.crash(kind, () => loadUntilItIsTime(stage))
  const fresh = notebook.notes().slice(known)
  tally.crashes[kind] += 1
  tallyNotes(tally, fresh)
  tally.retries += callsOfCheck * fresh.length
  tally.checks += 1
  requireNone(kind, await checkMachine(stage, fresh))
}

/** At the end each key of the whole run is sent again, however many crashes ago it was first. */
async function checkEverything(stage: Stage, tally: Tally): Promise<void> {
  const notes = stage.notebook.notes()
  requireNone('the end', await checkMachine(stage, notes))
  requireNone('the end', await judgeReplay(stage.machine))
  tally.retries += callsOfCheck * notes.length
  tally.checks += 1
  tallyEnd(tally, notes)
  tallyFacts(tally, await stage.machine.readFacts())
}

/** The moment is counted in requests or answers, and then in turns of the event loop, so that it can be anywhere. */
async function loadUntilItIsTime(stage: Stage): Promise<Load> {
  const { machine, random } = stage
  const load = startLoad({ ...stage, asksOften: random.chance(oftenAsked) }, machine.address())
  await load.until(random.pick(['sent', 'answered']), random.between(fewestRequests, mostRequests))
  for (let turns = random.below(mostTurns); turns > 0; turns -= 1) await new Promise(setImmediate)
  return load
}

const mostShown = 20

function requireNone(after: string, problems: readonly string[]): void {
  if (problems.length === 0) return
  const shown = problems.slice(0, mostShown).join('\n')
  throw new Error(`after ${after}, ${problems.length} things do not hold:\n${shown}`)
}

async function logIn(
  client: CallClient,
  address: string,
  { seed, prices }: { readonly seed: number; readonly prices: PricePipe },
): Promise<readonly Trader[]> {
  const traders: Trader[] = []
  for (let at = 0; at < traderCount; at += 1) {
    const demoId = (seed * traderCount + at).toString(16).padStart(32, '0')
    const { token, user } = await logInDemo(client, address, demoId)
    traders.push(createTrader({ userId: user.id, token, random: createSeededRandom(seed * 31 + at), prices }))
  }
  return traders
}

function shuffled(kinds: readonly CrashKind[], random: SeededRandom): readonly CrashKind[] {
  const left = [...kinds]
  return left.map((_, at) => {
    const from = random.between(at, left.length - 1)
    const [one, other] = [left[from], left[at]]
    if (one === undefined || other === undefined) throw new Error('past the end')
    left[from] = other
    left[at] = one
    return one
  })
}
