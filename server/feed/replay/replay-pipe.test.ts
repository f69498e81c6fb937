import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createWriteStream, type WriteStream } from 'node:fs'
import { after, describe, test } from 'node:test'
import { createReplays, zeroMs } from '#test/feed/replay-harness.ts'
import { marketIdOf } from '#test/feed/seeded-sim.ts'

const { file: fileOf, replayOf, remove } = createReplays()
after(remove)
const eurusd = marketIdOf('EURUSD')
let pipes = 0

function pipe(): string {
  const file = fileOf(`pipe-${pipes++}.csv`)
  execFileSync('mkfifo', [file])
  return file
}

const bidsOf = (events: ReturnType<ReturnType<typeof replayOf>['events']>) =>
  events.map((event) => (event.kind === 'tick' ? [event.bid, event.timeMs - zeroMs] : event.kind))

/** Resolves when the pipe has accepted the text. */
const write = (stream: WriteStream, text: string) =>
  new Promise<void>((resolve, reject) => stream.write(text, (fault) => (fault ? reject(fault) : resolve())))

describe('a replay from a pipe', () => {
  test('can be stopped while it waits for a writer', async () => {
    const { start, state, until, emitted, advance, feed, pending } = replayOf(pipe())
    start()
    await until(() => pending().includes(3_000))
    advance(60_000)
    await feed.stop()
    assert.equal(state(), 'waits')
    assert.deepEqual(
      emitted.filter(({ kind }) => kind !== 'heartbeat'),
      [],
    )
    assert.deepEqual(pending(), [])
  })

  test('can be stopped before the pipe is open', async () => {
    const { start, state, emitted, feed, pending } = replayOf(pipe())
    start()
    await feed.stop()
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
    assert.equal(state(), 'waits')
    assert.deepEqual(emitted, [])
    assert.deepEqual(pending(), [])
  })

  test('is ready when no row has arrived for 250 ms', async () => {
    const file = pipe()
    const { start, state, until, events, advance, pending, feed } = replayOf(file)
    start()
    const writer = createWriteStream(file)
    await write(writer, 'code,time,bid,ask\nEURUSD,0,1.1,1.2\n')
    await until(() => pending().includes(250))
    assert.equal(state(), 'waits')
    advance(249)
    assert.equal(state(), 'waits')
    await write(writer, 'EURUSD,0,1.11,1.2\n')
    await until(() => events().length === 2 && pending().includes(250))
    advance(250)
    await until(() => state() === 'ready')
    // Time 0 is 499 ms after the start, when the feed became ready.
    await write(writer, 'EURUSD,100,1.12,1.2\n')
    await until(() => pending().includes(100))
    advance(100)
    await until(() => events().length === 3)
    assert.deepEqual(bidsOf(events()), [
      [110_000, 0],
      [111_000, 249],
      [112_000, 599],
    ])
    writer.destroy()
    await feed.stop()
  })

  test('is ready at the first row after time 0', async () => {
    const file = pipe()
    const { start, state, until, events, feed } = replayOf(file)
    start()
    const writer = createWriteStream(file)
    await write(writer, 'code,time,bid,ask\nEURUSD,0,1.1,1.2\nEURUSD,500,1.1,1.2\n')
    await until(() => state() === 'ready')
    assert.equal(events().length, 1)
    writer.destroy()
    await feed.stop()
  })

  test('emits overdue rows at once with the time of arrival', async () => {
    const file = pipe()
    const { start, state, until, events, advance, feed } = replayOf(file)
    start()
    const writer = createWriteStream(file)
    await write(writer, 'code,time,bid,ask\nEURUSD,0,1.1,1.2\nEURUSD,1,1.1,1.2\n')
    await until(() => state() === 'ready')
    advance(5_000)
    await until(() => events().length === 2)
    await write(writer, 'EURUSD,3000,1.13,1.2\nEURUSD,4500,,\n')
    await until(() => events().length === 4)
    assert.deepEqual(bidsOf(events()).slice(2), [[113_000, 5_000], 'closed'])
    writer.destroy()
    await feed.stop()
  })

  test('continues with the next writer', async () => {
    const file = pipe()
    const { start, until, events, advance, feed } = replayOf(file)
    start()
    const first = createWriteStream(file)
    await write(first, 'code,time,bid,ask\nEURUSD,0,1.1,1.2\nEURUSD,1,1.1,1.2\n')
    await new Promise((resolve) => first.end(resolve))
    await until(() => events().length === 1)
    advance(10)
    await until(() => events().length === 2)
    const second = createWriteStream(file)
    await write(second, 'EURUSD,5,1.14,1.2\n')
    await until(() => events().length === 3)
    assert.deepEqual(events().at(-1), {
      kind: 'tick',
      marketId: eurusd,
      bid: 114_000,
      ask: 120_000,
      timeMs: zeroMs + 5,
      sourceMs: 5,
    })
    second.destroy()
    await feed.stop()
  })

  test('applies back-pressure to a fast writer', async () => {
    const file = pipe()
    const { start, state, until, events, feed } = replayOf(file)
    start()
    const writer = createWriteStream(file)
    await write(writer, 'code,time,bid,ask\nEURUSD,0,1.1,1.2\n')
    const rows = Array.from({ length: 20_000 }, (_, at) => `EURUSD,${1000 + at},1.1,1.2`).join('\n')
    let isTaken = false
    // The write fails when the test ends before everything is read.
    writer.on('error', () => undefined)
    writer.write(`${rows}\n`, () => {
      isTaken = true
    })
    await until(() => state() === 'ready')
    // After 50 turns of the event loop the feed has read everything it can read without emitting a row.
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
    assert.equal(isTaken, false)
    assert.equal(events().length, 1)
    writer.destroy()
    await feed.stop()
  })
})
