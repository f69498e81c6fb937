import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect as connectRaw, type Socket } from 'node:net'
import { test } from 'node:test'
import { eventually } from '#test/eventually.ts'
import { createLiveHarness, type LiveHarness } from '#test/live/live-harness.ts'

const opcodes = { continuation: 0x0, text: 0x1, close: 0x8, ping: 0x9, pong: 0xa }

/** A TCP connection for arbitrary bytes. */
async function connectByHand({ port }: LiveHarness, headers: readonly string[] = []): Promise<Socket> {
  const socket = connectRaw({ port, host: '127.0.0.1' })
  // A rejected connection may be reset.
  socket.on('error', () => undefined)
  socket.write(
    [
      'GET /v1/ws?lang=en HTTP/1.1',
      'Host: x',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      ...headers,
      '\r\n',
    ].join('\r\n'),
  )
  const [answer] = await once(socket, 'data')
  assert.match(String(answer), /^HTTP\/1.1 101 /)
  return socket
}

/** A masked frame, as clients must send it. The mask is all zeros, so the payload is unchanged. */
function frame(opcode: number, payload: Buffer, { isFinal = true, length = payload.length } = {}): Buffer {
  const first = opcode | (isFinal ? 0x80 : 0)
  const header =
    length < 126
      ? Buffer.from([first, 0x80 | length])
      : length < 65_536
        ? Buffer.from([first, 0x80 | 126, length >> 8, length & 255])
        : Buffer.concat([Buffer.from([first, 0x80 | 127]), bigEndian(length)])
  return Buffer.concat([header, Buffer.alloc(4), payload])
}

function bigEndian(length: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(length))
  return bytes
}

async function ended(socket: Socket): Promise<void> {
  socket.resume()
  await eventually(() => socket.destroyed)
}

const empty = Buffer.alloc(0)
const text = (words: string) => frame(opcodes.text, Buffer.from(words))

const breaches: Readonly<Record<string, (socket: Socket) => void>> = {
  'a frame that says it is a gigabyte': (socket) =>
    socket.write(frame(opcodes.text, Buffer.alloc(1_000), { length: 2 ** 30 })),
  'a frame one byte too long': (socket) => socket.write(frame(opcodes.text, Buffer.alloc(4_097, 'x'))),
  'a megabyte of frames that are too long': (socket) =>
    socket.write(Buffer.concat(Array.from({ length: 20 }, () => frame(opcodes.text, Buffer.alloc(60_000))))),
  'text that is not UTF-8': (socket) => socket.write(frame(opcodes.text, Buffer.from([0xc3, 0x28, 0xff]))),
  'fragments that never end': (socket) => {
    socket.write(frame(opcodes.text, empty, { isFinal: false }))
    for (let count = 0; count < 1_000; count++) {
      socket.write(frame(opcodes.continuation, empty, { isFinal: false }))
    }
  },
  'fragments that add up to too much': (socket) => {
    socket.write(frame(opcodes.text, Buffer.alloc(3_000), { isFinal: false }))
    socket.write(frame(opcodes.continuation, Buffer.alloc(3_000), { isFinal: false }))
  },
  'a continuation of nothing': (socket) => socket.write(frame(opcodes.continuation, Buffer.from('x'))),
  'a frame that is not masked': (socket) => socket.write(Buffer.from([0x81, 2, 0x7b, 0x7d])),
  'a word that does not exist': (socket) => socket.write(frame(0x3, empty)),
  'a compressed frame': (socket) => socket.write(Buffer.from([0xc1, 0x80, 0, 0, 0, 0])),
  'another protocol': (socket) => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'),
  'a flood of pings': (socket) => {
    for (let count = 0; count < 300; count++) socket.write(frame(opcodes.ping, Buffer.alloc(125)))
  },
  'a flood of pongs': (socket) => {
    for (let count = 0; count < 300; count++) socket.write(frame(opcodes.pong, empty))
  },
  'a flood of commands': (socket) => {
    for (let count = 0; count < 300; count++) socket.write(text('{"cmd":"ping"}'))
  },
  'a flood of junk': (socket) => {
    for (let count = 0; count < 300; count++) socket.write(text('{"cmd":'))
  },
  '10,000 subscriptions': (socket) => {
    for (let count = 0; count < 10_000; count++)
      socket.write(text(`{"cmd":"sub","topic":"KLINE.M${count}.1min"}`))
  },
}

for (const [name, commit] of Object.entries(breaches)) {
  test(`${name} closes only that connection`, async (context) => {
    const harness = await createLiveHarness(context, { limits: { closeTimeoutMs: 10 } })
    const other = await harness.connect()
    const socket = await connectByHand(harness)
    commit(socket)
    await ended(socket)
    await eventually(async () => (await harness.metric('sockets')) === 1)
    assert.equal((await other.request({ cmd: 'ping' }))['cmd'], 'pong')
    assert.equal(await harness.metric('liveSubscriptions'), 0)
  })
}

test('a fragmented command with control frames in between is accepted', async (context) => {
  const harness = await createLiveHarness(context)
  const socket = await connectByHand(harness)
  const half = (words: string, opcode: number, isFinal: boolean) =>
    socket.write(frame(opcode, Buffer.from(words), { isFinal }))
  half('{"cmd":', opcodes.text, false)
  socket.write(frame(opcodes.ping, Buffer.from('hi')))
  half('"ping"}', opcodes.continuation, true)
  let received = ''
  socket.on('data', (data) => {
    received += data.toString('latin1')
  })
  await eventually(() => received.includes('{"cmd":"pong",'))
  assert.ok(received.startsWith('\u008a\u0002hi'), 'the ping was answered first')
  socket.destroy()
})

test('a flooding client that ignores the close frame is disconnected', async (context) => {
  const harness = await createLiveHarness(context, { limits: { closeTimeoutMs: 10 } })
  const socket = await connectByHand(harness)
  breaches['a flood of commands']?.(socket)
  // The client neither reads nor answers the close frame, so the server disconnects it after the timeout.
  socket.pause()
  await eventually(async () => (await harness.metric('sockets')) === 0)
  socket.destroy()
})

test('a client that disconnects in the middle of a frame is removed', async (context) => {
  const harness = await createLiveHarness(context)
  const socket = await connectByHand(harness)
  socket.write(text('{"cmd":"sub","topic":"DAY_MARKET"}'))
  await eventually(async () => (await harness.metric('liveSubscriptions')) === 1)
  socket.write(frame(opcodes.text, Buffer.from('{"cmd":'), { length: 100 }))
  socket.resetAndDestroy()
  await eventually(async () => (await harness.metric('sockets')) === 0)
  assert.equal(await harness.metric('liveSubscriptions'), 0)
  harness.market.quote('EURUSD', 100_000, 0)
  harness.flush()
})
