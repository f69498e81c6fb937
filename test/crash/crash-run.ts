import { join } from 'node:path'
import { checkMachine, checkReplay } from '#test/crash/checks/check-machine.ts'
import { checkRealAccounts } from '#test/crash/checks/check-real-accounts.ts'
import { type CallClient, createCallClient, logInDemo } from '#test/crash/load/call-client.ts'
import { createFundsHands } from '#test/crash/load/funds-hands.ts'
import { createFundsLog, type FundsLog } from '#test/crash/load/funds-log.ts'
import { createKeyLog, type KeyLog } from '#test/crash/load/key-log.ts'
import { type Load, startLoad } from '#test/crash/load/load.ts'
import { createPricePipe, type PricePipe } from '#test/crash/load/price-pipe.ts'
import { openRealAccounts, type RealAccounts } from '#test/crash/load/real-accounts.ts'
import { createTrader, type Trader } from '#test/crash/load/trader.ts'
import type { CrashKind, Machine } from '#test/crash/machines/machine.ts'
import { type Tally, tallyEnd, tallyFunds, tallyRecords, tallyState } from '#test/crash/tally.ts'
import { makeDataDir } from '#test/process/running-server.ts'
import { createSeededRandom, type SeededRandom } from '#test/trading-day/scenario/seeded-random.ts'

export type CrashRun = {
  readonly open: (prices: PricePipe) => Promise<Machine>
  readonly seed: number
  /** Number of crashes of each kind. */
  readonly times: (kind: CrashKind) => number
  readonly tally: Tally
  readonly print: (line: string) => void
}

type Setup = {
  readonly machine: Machine
  readonly client: CallClient
  readonly keyLog: KeyLog
  /** Demo users and real users. */
  readonly traders: readonly Trader[]
  readonly fundsLog: FundsLog
  readonly accounts: RealAccounts
  readonly prices: PricePipe
  readonly random: SeededRandom
}

const traderCount = 4
const minRequests = 24
const maxRequests = 96
/** Acts about money before the traders begin. */
const minActs = 20
const maxActs = 80
const maxTurns = 8
/** Probability that withdrawals of a load need a code. */
const codesNeeded = 0.3
/** Probability that a load makes frequent outcome calls. */
const oftenAsked = 0.3
const maxSaid = 8000
/** Calls for each key in a check: one in the first pass, two in the second. */
const callsOfCheck = 3

/** Crashes one machine under load repeatedly, and throws at the first problem. */
export async function runCrashes({ open, seed, times, tally, print }: CrashRun): Promise<void> {
  const random = createSeededRandom(seed)
  const place = makeDataDir()
  // A separate generator: the timing of answers moves the prices, but must not affect when crashes happen.
  const prices = createPricePipe(join(place.dir, 'prices'), createSeededRandom(-seed))
  const client = createCallClient()
  const machine = await open(prices)
  try {
    const demoTraders = await logIn(client, machine.address(), { seed, prices })
    const fundsLog = createFundsLog(client, `funds-${seed}`)
    const accounts = await openRealAccounts({ machine, client, log: fundsLog, seed })
    const realTraders = accounts.users.map(({ userId, token }, at) =>
      createTrader({ userId, token, random: createSeededRandom(seed * 43 + at), prices, isReal: true }),
    )
    const traders = [...demoTraders, ...realTraders]
    const keyLog = createKeyLog(`crash-${seed}`)
    const setup = { machine, client, keyLog, traders, fundsLog, accounts, prices, random }
    const planned = machine.kinds.flatMap((kind) => Array.from({ length: times(kind) }, () => kind))
    for (const kind of shuffled(planned, random)) {
      print(`${kind}, after ${setup.keyLog.records().length} keys`)
      await crashOnce(setup, kind, tally)
    }
    await checkEverything(setup, tally)
  } catch (fault) {
    const words = fault instanceof Error ? fault.message : String(fault)
    throw new Error(`${words}\nLast output of the servers:\n${machine.printed().slice(-maxSaid)}`, {
      cause: fault,
    })
  } finally {
    client.close()
    prices.end()
    await machine.stop()
    place.remove()
  }
}

async function crashOnce(setup: Setup, kind: CrashKind, tally: Tally): Promise<void> {
  const { machine, keyLog } = setup
  const known = keyLog.records().length
  const needsCode = setup.random.chance(codesNeeded)
  await setup.accounts.setCodesNeeded(needsCode)
  await machine.crash(kind, () => startLoadUntilCrash(setup, kind, needsCode))
  const fresh = keyLog.records().slice(known)
  tally.crashes[kind] += 1
  tallyRecords(tally, fresh)
  tally.retries += callsOfCheck * fresh.length
  tally.checks += 1
  requireNone(kind, await checkMachine(setup, fresh))
  requireNone(kind, await checkRealAccounts(setup, 'after a crash'))
}

/** Called at the end of a run. Sends every key again, and replays the journal. */
async function checkEverything(setup: Setup, tally: Tally): Promise<void> {
  const records = setup.keyLog.records()
  requireNone('the end', await checkMachine(setup, records))
  requireNone('the end', await checkRealAccounts(setup, 'at the end'))
  requireNone('the end', await checkReplay(setup.machine))
  tally.retries += callsOfCheck * records.length
  tally.checks += 1
  tallyEnd(tally, records)
  const state = await setup.machine.readDatabaseState()
  tallyState(tally, state)
  tallyFunds(tally, state, setup.fundsLog.records())
}

/** Resolves when the crash is due: after a random number of requests or answers, and a few turns of the event loop. */
async function startLoadUntilCrash(setup: Setup, kind: CrashKind, needsCode: boolean): Promise<Load> {
  const { machine, client, random, accounts, fundsLog: log } = setup
  const fundsHands = createFundsHands({ client, log, accounts, needsCode })
  const asksOften = random.chance(oftenAsked)
  // The server that takes over waits meanwhile, but not for long.
  const actsBefore = kind === 'take_over' ? 0 : random.between(minActs, maxActs)
  const load = startLoad({ ...setup, fundsHands, actsBefore, asksOften }, machine.address())
  await load.until(random.pick(['sent', 'answered']), random.between(minRequests, maxRequests))
  for (let turns = random.below(maxTurns); turns > 0; turns -= 1) await new Promise(setImmediate)
  return load
}

const maxShown = 20

function requireNone(after: string, problems: readonly string[]): void {
  if (problems.length === 0) return
  const shown = problems.slice(0, maxShown).join('\n')
  throw new Error(`after ${after}, ${problems.length} problems:\n${shown}`)
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
