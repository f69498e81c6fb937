import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { after, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { StartFailure } from '#server/platform/start-failure.ts'
import { createReplays, zeroMs } from '#test/feed/replay-harness.ts'
import { marketIdOf } from '#test/feed/seeded-sim.ts'

const { file: fileOf, replayOf, remove } = createReplays()
after(remove)

const eurusd = marketIdOf('EURUSD')
const usdjpy = marketIdOf('USDJPY')
const tick = (marketId: number, bid: number, ask: number, afterMs: number, sourceMs = afterMs) => ({
  kind: 'tick',
  marketId,
  bid,
  ask,
  timeMs: zeroMs + afterMs,
  sourceMs,
})

function written(name: string, rows: readonly string[], header = 'code,time,bid,ask'): string {
  const text = [header, ...rows, ''].join('\n')
  writeFileSync(fileOf(name), name.endsWith('.gz') ? gzipSync(text) : text)
  return fileOf(name)
}

const rows = [
  'EURUSD,0,1.10000,1.10010',
  'USDJPY,0,150.000,150.010',
  'EURUSD,1000,1.10020,1.10030',
  'USDJPY,1500,,',
  'EURUSD,2000,stale,',
  'USDJPY,3000,151,151.02',
]

for (const name of ['prices.csv', 'prices.csv.gz']) {
  describe(`a replay of ${name}`, () => {
    test('emits the rows of time 0, becomes ready, and emits the others at their times', async () => {
      const { start, state, until, events, advance, pending, feed } = replayOf(written(name, rows))
      start()
      await until(() => state() === 'ready')
      assert.deepEqual(events(), [tick(eurusd, 110_000, 110_010, 0), tick(usdjpy, 150_000, 150_010, 0)])
      await until(() => pending().includes(1000))
      advance(999)
      assert.equal(events().length, 2)
      advance(1)
      await until(() => events().length === 3)
      assert.deepEqual(events().at(-1), tick(eurusd, 110_020, 110_030, 1000))
      await until(() => pending().includes(500))
      advance(500)
      await until(() => events().length === 4)
      assert.deepEqual(events().at(-1), { kind: 'closed', marketId: usdjpy })
      await until(() => pending().includes(500))
      advance(500)
      await until(() => events().length === 5)
      assert.deepEqual(events().at(-1), { kind: 'stale', marketId: eurusd })
      await until(() => pending().includes(1000))
      advance(1000)
      await until(() => events().length === 6)
      assert.deepEqual(events().at(-1), tick(usdjpy, 151_000, 151_020, 3000))
      await feed.stop()
    })
  })
}

describe('a replay', () => {
  test('has its path in the key and decides the market state itself', () => {
    const { feed } = replayOf('/some/where.csv')
    assert.equal(feed.key, 'replay:/some/where.csv')
    assert.equal(feed.stateSource, 'feed')
    assert.equal(feed.isSimulated, true)
    assert.equal(feed.history, undefined)
  })

  test('is the only source of its events, heartbeats included', async () => {
    const { start, state, advance, emitted, until, feed } = replayOf(written('sourced.csv', rows))
    start()
    await until(() => state() === 'ready')
    advance(10_000)
    await until(() => new Set(emitted.map(({ kind }) => kind)).size === 4)
    assert.deepEqual(feed.sources, [{ kind: 'replay', key: feed.key }])
    assert.deepEqual([...new Set(emitted.map(({ source }) => source))], [feed.key])
    await feed.stop()
  })

  test('plays four times as fast at speed 4', async () => {
    const { start, state, until, events, advance, pending, feed } = replayOf(written('fast.csv', rows), 4)
    start()
    await until(() => state() === 'ready' && pending().includes(250))
    advance(250)
    await until(() => events().length === 3)
    assert.deepEqual(events().at(-1), tick(eurusd, 110_020, 110_030, 250, 1000))
    await feed.stop()
  })

  test('waits for a row that is due in a year', async () => {
    const file = written('long.csv', ['EURUSD,0,1,1.1', 'EURUSD,30000000000,2,2.1'])
    const { start, state, until, events, advance, pending, feed } = replayOf(file)
    start()
    await until(() => state() === 'ready' && pending().includes(3_600_000))
    advance(3_600_000)
    await until(() => pending().includes(3_600_000))
    assert.equal(events().length, 1)
    await feed.stop()
    assert.deepEqual(pending(), [])
  })

  test('sends heartbeats after the last row', async () => {
    const { start, state, until, emitted, advance, feed } = replayOf(written('short.csv', rows.slice(0, 2)))
    start()
    await until(() => state() === 'ready')
    advance(60_000)
    assert.equal(emitted.filter(({ kind }) => kind === 'heartbeat').length, 20)
    await feed.stop()
    const count = emitted.length
    advance(60_000)
    assert.equal(emitted.length, count)
  })

  test('emits overdue rows at once with timestamps that never decrease', async () => {
    const late = ['EURUSD,0,1,1.1', 'EURUSD,10000,1.01,1.1', 'EURUSD,4000,1.02,1.1', 'EURUSD,9500,1.03,1.1']
    const { start, state, until, events, advance, pending, feed } = replayOf(written('late.csv', late))
    start()
    await until(() => state() === 'ready' && pending().includes(10_000))
    advance(10_000)
    await until(() => events().length === 4)
    assert.deepEqual(
      events().map((event) =>
        event.kind === 'tick' ? [event.bid, event.timeMs - zeroMs, event.sourceMs] : [],
      ),
      [
        [100_000, 0, 0],
        [101_000, 10_000, 10_000],
        [102_000, 10_000, 4000],
        [103_000, 10_000, 9500],
      ],
    )
    await feed.stop()
  })

  test('emits invalid prices unchecked, for the tick filter to drop', async () => {
    const file = written('bad.csv', ['EURUSD,0,abc,1.1', 'EURUSD,0,0,0', 'EURUSD,0,1.100005,1.100015'])
    const { start, state, until, events, feed } = replayOf(file)
    start()
    await until(() => state() === 'ready')
    assert.deepEqual(events(), [
      tick(eurusd, Number.NaN, 110_000, 0),
      tick(eurusd, 0, 0, 0),
      tick(eurusd, 110_000, 110_002, 0),
    ])
    await feed.stop()
  })

  test('counts invalid rows and logs at most 20 of them', async () => {
    const unknown = Array.from({ length: 50 }, () => 'NOSUCH,0,1,2')
    const broken = Array.from({ length: 50 }, (_, at) => `EURUSD,x${at},1,2`)
    const file = written('odd.csv', [...unknown, ...broken, '', 'x'.repeat(5000), 'EURUSD,0,1,1.1'])
    const { start, state, until, events, skipped, logged, feed } = replayOf(file)
    start()
    await until(() => state() === 'ready')
    assert.equal(events().length, 1)
    assert.equal(await skipped('unknown_code'), 50)
    assert.equal(await skipped('malformed'), 51)
    assert.equal(logged.filter((line) => line.includes('NOSUCH')).length, 1)
    assert.ok(logged.length <= 21, String(logged.length))
    await feed.stop()
  })

  test('accepts a byte order mark and Windows line breaks', async () => {
    const file = fileOf('windows.csv')
    writeFileSync(file, '\uFEFFcode,time,bid,ask\r\nEURUSD,0,1.1,1.2\r\n')
    const { start, state, until, events, feed } = replayOf(file)
    start()
    await until(() => state() === 'ready')
    assert.deepEqual(events(), [tick(eurusd, 110_000, 120_000, 0)])
    await feed.stop()
  })

  test('reads a long file only as far as it is played', async () => {
    const many = Array.from({ length: 20_000 }, (_, at) => `EURUSD,${at},1.1,1.2`)
    const { start, state, until, emitted, advance, pending, feed } = replayOf(
      written('many.csv.gz', many),
      100,
    )
    start()
    await until(() => state() === 'ready' && pending().length === 2)
    assert.ok(emitted.length < 100)
    advance(200)
    await until(() => emitted.length === 20_000)
    await feed.stop()
  })
})

describe('a replay fails to start', () => {
  mkdirSync(fileOf('folder'))
  const cases: readonly (readonly [what: string, file: string, sentence: RegExp])[] = [
    ['if the file is missing', fileOf('missing.csv'), /missing\.csv, which cannot be read.*ENOENT/],
    ['if the path is a folder', fileOf('folder'), /neither a file nor a pipe/],
    [
      'if the header is different',
      written('header.csv', rows, 'time,code,bid,ask'),
      /must begin with the line/,
    ],
    ['if the file is empty', fileOf('empty.csv'), /must begin with the line code,time,bid,ask/],
    ['if a .gz file is not compressed', fileOf('plain.csv.gz'), /plain\.csv\.gz, which cannot be read/],
  ]
  writeFileSync(fileOf('empty.csv'), '')
  writeFileSync(fileOf('plain.csv.gz'), 'code,time,bid,ask\n')
  for (const [what, file, sentence] of cases) {
    test(what, async () => {
      const { start, state, until, feed } = replayOf(file)
      start()
      await until(() => state() !== 'waits')
      const fault = state()
      assert.ok(fault instanceof StartFailure, String(fault))
      assert.match(fault.message, sentence)
      await feed.stop()
    })
  }
})

test('a truncated file makes its prices stale and logs an error', async () => {
  const packed = gzipSync(
    [
      'code,time,bid,ask',
      'EURUSD,0,1.1,1.2',
      ...Array.from({ length: 20_000 }, (_, at) => `EURUSD,${(at * 7919) % 99_991},1.1,1.2`),
    ].join('\n'),
  )
  writeFileSync(fileOf('torn.csv.gz'), packed.subarray(0, packed.length / 2))
  const { start, state, until, events, advance, logged, feed } = replayOf(fileOf('torn.csv.gz'))
  start()
  await until(() => state() === 'ready')
  advance(10_000_000)
  await until(() => events().at(-1)?.kind === 'stale')
  assert.deepEqual(events().at(-1), { kind: 'stale', marketId: eurusd })
  assert.ok(logged.some((line) => line.includes('cannot be read any further')))
  await feed.stop()
})
