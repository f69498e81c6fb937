// How many ask for the list of markets in a second, beside the smallest answer the same server gives.
import { type Load, load } from '#bench/trade-list/load.ts'
import { makeDataDir, startServer } from '#test/process/running-server.ts'

const connections = 200
const ms = 4000
const rounds = 3
const least = 0.5
const paths = { hello: '/healthz', list: '/v1/api/forex/trade_list' } as const

const data = makeDataDir()
const server = startServer({ DATA_DIR: data.dir, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' })
try {
  await server.says('Openlot is ready')
  process.exitCode = report(await measure(new URL(server.address())))
} finally {
  server.child.kill('SIGTERM')
  await server.ended
  data.remove()
}

type Round = { readonly hello: Load; readonly list: Load; readonly packed: Load }

async function measure(origin: URL): Promise<readonly Round[]> {
  const ask = (path: string, forMs: number, headers = '') =>
    load({ origin, path, headers, connections, ms: forMs })
  await ask(paths.hello, 1000)
  await ask(paths.list, 1000)
  const measured: Round[] = []
  for (let round = 0; round < rounds; round++) {
    measured.push({
      hello: await ask(paths.hello, ms),
      list: await ask(paths.list, ms),
      packed: await ask(paths.list, ms, 'accept-encoding: gzip\r\n'),
    })
  }
  return measured
}

function report(measured: readonly Round[]): number {
  console.log(`\n${connections} connections, ${rounds} rounds of ${ms / 1000} s each, answers a second\n`)
  console.log('| round | hello | trade_list | bytes | ratio | in gzip | bytes | ratio |')
  console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |')
  const ratios = measured.map(({ hello, list, packed }, round) => {
    const cells = [list, packed].flatMap(({ perSecond, bytesPerAnswer }) => [
      Math.round(perSecond),
      Math.round(bytesPerAnswer),
      (perSecond / hello.perSecond).toFixed(2),
    ])
    console.log(`| ${[round + 1, Math.round(hello.perSecond), ...cells].join(' | ')} |`)
    return list.perSecond / hello.perSecond
  })
  const median = ratios.sort((left, right) => left - right)[Math.floor(rounds / 2)] ?? 0
  console.log(`\nmedian ratio ${median.toFixed(2)} without gzip, at least ${least} is wanted`)
  return median >= least ? 0 : 1
}
