import type { NetConnectOpts } from 'node:net'
import { Client } from 'pg'
import { urlAddress } from '#server/storage/database-connection.ts'
import { readFacts } from '#test/crash/checks/database-state.ts'
import type { Load } from '#test/crash/load/load.ts'
import type { PricePipe } from '#test/crash/load/price-pipe.ts'
import { type CuttingProxy, type CutWhen, startCuttingProxy } from '#test/crash/machines/cutting-proxy.ts'
import { type CrashKind, type Machine, sharedKinds } from '#test/crash/machines/machine.ts'
import { endOf, expectEnd, launchServer, untilReady, within } from '#test/crash/machines/priced-server.ts'
import { createTestDatabase } from '#test/database.ts'
import { makeDataDir, type RunningServer } from '#test/process/running-server.ts'

/** What the engine's statements can be told by. */
const commitText = 'commit_batch'
const leaseText = 'update engine_leases set epoch'
const happensWithinMs = 60_000
/** So many answers after a cut say that it goes on. */
const answersAfterCut = 24

const cuts: Partial<Readonly<Record<CrashKind, CutWhen>>> = {
  cut_before: 'before',
  cut_during: 'during',
  cut_after: 'after',
}

type Seat = { readonly server: RunningServer; readonly proxy: CuttingProxy; readonly remove: () => void }

/** A server on a database that is not its own, with our proxy between them; another can take its place. */
export async function openSharedMachine(prices: PricePipe): Promise<Machine> {
  const database = await createTestDatabase()
  const seats = new Set<Seat>()
  let said = ''
  let seat = launch(await startCuttingProxy(socketOf(database.url)))

  function launch(proxy: CuttingProxy): Seat {
    const data = makeDataDir()
    const through = throughPort(database.url, proxy.port)
    const server = launchServer({ DATA_DIR: data.dir, DATABASE_URL: through }, prices)
    const taken = { server, proxy, remove: data.remove }
    seats.add(taken)
    return taken
  }

  async function leave(left: Seat): Promise<void> {
    const { server, proxy, remove } = left
    seats.delete(left)
    server.child.kill('SIGTERM')
    await endOf(server)
    await proxy.stop()
    remove()
    said += server.output()
  }

  async function cut(kind: CrashKind): Promise<void> {
    const { proxy } = seat
    const cutAt = (text: string, when: CutWhen) =>
      within(happensWithinMs, proxy.cutNext(text, when), `${text} to be sent`)
    await cutAt(commitText, cuts[kind] ?? 'after')
    // Taken all the same, though nobody heard it.
    if (kind === 'cut_lease') await cutAt(leaseText, 'after')
  }

  async function stall(load: Load): Promise<void> {
    const commit = seat.proxy.holdNext(commitText)
    await within(happensWithinMs, commit.reached, 'a commit to hold')
    await load.until('unknown', 1)
    commit.letGo()
  }

  async function expectToGoOn(load: Load): Promise<void> {
    await load.until('answered', answersAfterCut)
    await load.stop()
    const { child, output } = seat.server
    if (child.exitCode !== null) throw new Error(`it did not go on:\n${output()}`)
  }

  /** The next one is held back where it would take the lease, until the first is at work. */
  async function takeOver(begin: () => Promise<Load>): Promise<void> {
    const first = seat
    const proxy = await startCuttingProxy(socketOf(database.url))
    const lease = proxy.holdNext(leaseText)
    const next = launch(proxy)
    await within(happensWithinMs, lease.reached, 'somebody to take over')
    const load = await begin()
    seat = next
    lease.letGo()
    await expectEnd(first.server, 1, 'Another process has taken over')
    await load.stop()
    await leave(first)
    await untilReady(next.server, prices)
  }

  async function stop(): Promise<void> {
    for (const taken of seats) await leave(taken)
    await database.drop()
  }

  try {
    await untilReady(seat.server, prices)
  } catch (fault) {
    await stop()
    throw fault
  }
  return {
    kinds: sharedKinds,
    address: () => seat.server.address(),
    async crash(kind, begin) {
      if (kind === 'take_over') return await takeOver(begin)
      const load = await begin()
      await (kind === 'stalled' ? stall(load) : cut(kind))
      await expectToGoOn(load)
    },
    readFacts: () => readFacts({ connectionString: database.url }),
    database: async () => urlAddress(database.url),
    printed: () => said + seat.server.output(),
    stop,
  }
}

function socketOf(url: string): NetConnectOpts {
  const { host, port } = new Client({ connectionString: url })
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
}

/** The same database, by way of a port of this machine. */
function throughPort(url: string, port: number): string {
  const { user = '', password, database = '' } = new Client({ connectionString: url })
  const secret = typeof password === 'string' ? `:${encodeURIComponent(password)}` : ''
  return `postgresql://${encodeURIComponent(user)}${secret}@127.0.0.1:${port}/${database}`
}
