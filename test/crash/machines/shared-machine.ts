import { readDatabaseState } from '#test/crash/checks/database-state.ts'
import type { Load } from '#test/crash/load/load.ts'
import type { PricePipe } from '#test/crash/load/price-pipe.ts'
import { type CuttingProxy, type CutWhen, startCuttingProxy } from '#test/crash/machines/cutting-proxy.ts'
import { socketOf, throughPort } from '#test/crash/machines/database-url.ts'
import { type CrashKind, type Machine, sharedKinds } from '#test/crash/machines/machine.ts'
import {
  endOf,
  expectEnd,
  launchServer,
  untilReady,
  withTimeout,
} from '#test/crash/machines/priced-server.ts'
import { createTestDatabase } from '#test/database.ts'
import { makeDataDir, type RunningServer } from '#test/process/running-server.ts'

/** Text by which the proxy recognises the engine's statements. */
const commitText = 'commit_batch'
const leaseText = 'update engine_leases set epoch'
const happensWithinMs = 60_000
/** Number of answers after a cut that count as a recovery. */
const answersAfterCut = 24

const cuts: Partial<Readonly<Record<CrashKind, CutWhen>>> = {
  cut_before: 'before',
  cut_during: 'during',
  cut_after: 'after',
}

type Instance = {
  readonly server: RunningServer
  readonly proxy: CuttingProxy
  readonly dataDir: string
  readonly remove: () => void
}

/** A server on an external database, behind the proxy. A second server can take over. */
export async function openSharedMachine(prices: PricePipe): Promise<Machine> {
  const database = await createTestDatabase()
  const instances = new Set<Instance>()
  let output = ''
  let instance = launch(await startCuttingProxy(socketOf(database.url)))

  function launch(proxy: CuttingProxy): Instance {
    const data = makeDataDir()
    const through = throughPort(database.url, proxy.port)
    const server = launchServer({ DATA_DIR: data.dir, DATABASE_URL: through }, prices)
    const taken = { server, proxy, dataDir: data.dir, remove: data.remove }
    instances.add(taken)
    return taken
  }

  async function leave(left: Instance): Promise<void> {
    const { server, proxy, remove } = left
    instances.delete(left)
    server.child.kill('SIGTERM')
    await endOf(server)
    await proxy.stop()
    remove()
    output += server.output()
  }

  async function cut(kind: CrashKind): Promise<void> {
    const { proxy } = instance
    const cutAt = (text: string, when: CutWhen) =>
      withTimeout(happensWithinMs, proxy.cutNext(text, when), `${text} to be sent`)
    await cutAt(commitText, cuts[kind] ?? 'after')
    // PostgreSQL executes the lease statement, but the server does not get the answer.
    if (kind === 'cut_lease') await cutAt(leaseText, 'after')
  }

  /** Delays the next statement with this text. Returns the function that forwards it. */
  async function hold(text: string): Promise<() => void> {
    const statement = instance.proxy.holdNext(text)
    await withTimeout(happensWithinMs, statement.reached, `${text} to be sent`)
    return statement.release
  }

  async function delay(load: Load): Promise<void> {
    const releaseCommit = await hold(commitText)
    await load.until('answered', answersAfterCut)
    releaseCommit()
  }

  async function stall(load: Load): Promise<void> {
    const releaseCommit = await hold(commitText)
    const releaseLease = await hold(leaseText)
    await load.until('unknown', 1)
    releaseCommit()
    releaseLease()
  }

  async function expectToGoOn(load: Load): Promise<void> {
    await load.until('answered', answersAfterCut)
    await load.stop()
    const { child, output } = instance.server
    if (child.exitCode !== null) throw new Error(`the server did not recover:\n${output()}`)
  }

  /**
   * Delays the second server at its lease until the first one is under load. On a busy machine that takes longer than
   * the server waits for an answer, so it asks several times.
   */
  async function takeOver(begin: () => Promise<Load>): Promise<void> {
    const first = instance
    const proxy = await startCuttingProxy(socketOf(database.url))
    const lease = proxy.holdAll(leaseText)
    const next = launch(proxy)
    await withTimeout(happensWithinMs, lease.reached, 'the take-over')
    const load = await begin()
    instance = next
    lease.release()
    await expectEnd(first.server, 1, 'Another process has taken over')
    await load.stop()
    await leave(first)
    await untilReady(next.server, prices)
  }

  async function stop(): Promise<void> {
    for (const taken of instances) await leave(taken)
    await database.drop()
  }

  try {
    await untilReady(instance.server, prices)
  } catch (fault) {
    await stop()
    throw fault
  }
  return {
    kinds: sharedKinds,
    address: () => instance.server.address(),
    async crash(kind, begin) {
      if (kind === 'take_over') return await takeOver(begin)
      const load = await begin()
      if (kind === 'late') await delay(load)
      else if (kind === 'stalled') await stall(load)
      else await cut(kind)
      await expectToGoOn(load)
    },
    readDatabaseState: () => readDatabaseState({ connectionString: database.url }),
    ownerConfig: async () => ({ connectionString: database.url }),
    dataDir: () => instance.dataDir,
    database: async () => database.logins.app,
    // A data directory is removed with its server.
    headsFiles: [],
    printed: () => output + instance.server.output(),
    stop,
  }
}
