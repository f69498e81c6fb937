// Measures the throughput of the market list, compared with the smallest answer of the same server.
import { connect, type Socket } from 'node:net'
import { makeDataDir, startServer } from '#test/process/running-server.ts'

const connections = 200
const ms = 4000
const rounds = 3
const least = 0.5
const paths = { hello: '/healthz', list: '/v1/api/forex/trade_list' } as const

const data = makeDataDir()
const server = startServer({ DATA_DIR: data.dir, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' })
try {
  await server.waitForOutput('Openlot is ready')
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
  console.log(`\nmedian ratio ${median.toFixed(2)} without gzip, target at least ${least}`)
  return median >= least ? 0 : 1
}

type Load = { readonly perSecond: number; readonly bytesPerAnswer: number }

type LoadOptions = {
  readonly origin: URL
  readonly path: string
  /** Additional header lines. */
  readonly headers?: string
  readonly connections: number
  readonly ms: number
}

/** Requests one path over many connections. Each sends its next request after an answer. */
async function load({ origin, path, headers = '', connections, ms }: LoadOptions): Promise<Load> {
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: ${origin.host}\r\nlang: en\r\n${headers}\r\n`)
  let answers = 0
  let bytes = 0
  const sockets = await Promise.all(
    Array.from({ length: connections }, () =>
      open(origin, request, (size) => {
        answers += 1
        bytes += size
      }),
    ),
  )
  const startedAt = performance.now()
  for (const socket of sockets) socket.write(request)
  await new Promise((resolve) => setTimeout(resolve, ms))
  const seconds = (performance.now() - startedAt) / 1000
  for (const socket of sockets) socket.destroy()
  return { perSecond: answers / seconds, bytesPerAnswer: bytes / Math.max(1, answers) }
}

/** Opens a connection that recognises complete answers by their content length. */
async function open(origin: URL, request: Buffer, onAnswer: (bytes: number) => void): Promise<Socket> {
  const socket = connect(Number(origin.port), origin.hostname)
  socket.setNoDelay(true)
  let missing = 0
  let size = 0
  socket.on('data', (chunk: Buffer) => {
    if (missing === 0) {
      const end = chunk.indexOf('\r\n\r\n')
      const head = chunk.subarray(0, end).toString('latin1')
      if (!head.startsWith('HTTP/1.1 200')) throw new Error(`not answered: ${head.slice(0, 60)}`)
      size = end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN)
      missing = size
    }
    missing -= chunk.length
    if (missing !== 0) return
    onAnswer(size)
    socket.write(request)
  })
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  return socket
}
