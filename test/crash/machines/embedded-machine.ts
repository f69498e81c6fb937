import { realpathSync } from 'node:fs'
import { headsPath } from '#server/heads/heads.ts'
import { systemClock } from '#server/platform/clock.ts'
import { clusterPath } from '#server/storage/embedded/cluster.ts'
import { isPostmasterOf, readPostmasterFile } from '#server/storage/embedded/postmaster-file.ts'
import { runningServerLogins } from '#server/storage/embedded/running-postgres.ts'
import { readDatabaseState } from '#test/crash/checks/database-state.ts'
import type { PricePipe } from '#test/crash/load/price-pipe.ts'
import { killKinds, type Machine } from '#test/crash/machines/machine.ts'
import { endOf, expectEnd, launchServer, untilReady } from '#test/crash/machines/priced-server.ts'
import { makeDataDir } from '#test/process/running-server.ts'
import { untilGone } from '#test/storage-process.ts'

/** A server with its embedded PostgreSQL. A crash kills either or both. */
export async function openEmbeddedMachine(prices: PricePipe): Promise<Machine> {
  const data = makeDataDir()
  const cluster = clusterPath(realpathSync(data.dir))
  const begun = () => launchServer({ DATA_DIR: data.dir }, prices)
  let server = begun()
  let output = ''

  /** Sends the signal only if the process in the pid file is PostgreSQL with this data directory. */
  function signalDatabase(signal: NodeJS.Signals): number | undefined {
    const pid = readPostmasterFile(cluster)?.pid
    if (pid === undefined || !isPostmasterOf(cluster, pid)) return undefined
    process.kill(pid, signal)
    return pid
  }
  async function stop(): Promise<void> {
    server.child.kill('SIGTERM')
    await endOf(server)
    const left = signalDatabase('SIGQUIT')
    if (left !== undefined) await untilGone(left)
    data.remove()
  }
  try {
    await untilReady(server, prices)
  } catch (fault) {
    await stop()
    throw fault
  }
  const running = () => runningServerLogins(data.dir, systemClock)
  return {
    kinds: killKinds,
    address: () => server.address(),
    async crash(kind, begin) {
      const load = await begin()
      if (kind !== 'server' && signalDatabase('SIGKILL') === undefined) throw new Error('no database to kill')
      if (kind !== 'database') server.child.kill('SIGKILL')
      if (kind === 'database') await expectEnd(server, 1, 'PostgreSQL exited unexpectedly')
      else await expectEnd(server, 'SIGKILL')
      await load.stop()
      output += server.output()
      server = begun()
      await untilReady(server, prices)
    },
    readDatabaseState: async () => await readDatabaseState((await running()).owner.config),
    ownerConfig: async () => (await running()).owner.config,
    dataDir: () => data.dir,
    database: async () => (await running()).app,
    headsFiles: [headsPath(data.dir)],
    printed: () => output + server.output(),
    stop,
  }
}
