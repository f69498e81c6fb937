import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import { createUploadAdmission, createUploadSlots } from '#server/gateway/admit-upload.ts'

describe('admit file', () => {
  type Wishes = {
    readonly pauseMs?: number
    /** Takes its time, as looking somebody up does. */
    readonly identify?: (request: FastifyRequest) => Promise<unknown>
    readonly answer?: (request: FastifyRequest) => Promise<unknown>
  }

  /** A server that takes files of one caller, or tells why it does not. */
  async function serve(context: TestContext, { pauseMs, identify, answer }: Wishes) {
    const app = fastify()
    const admit = createUploadAdmission(pauseMs)
    const verdicts: string[] = []
    app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, async () => ({}))
    const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
      await identify?.(request)
      const refusal = admit(request, reply, 'ann')
      verdicts.push(refusal?.reason ?? 'admitted')
      if (refusal !== undefined) return reply.send(refusal.reason)
    }
    app.post('/', { onRequest }, async (request) => {
      await answer?.(request)
      return 'taken'
    })
    app.get('/', async (request) => {
      await answer?.(request)
      return 'got'
    })
    await app.listen({ host: '127.0.0.1', port: 0 })
    context.after(async () => {
      app.server.closeAllConnections()
      await app.close()
    })
    const { port } = app.server.address() as AddressInfo
    const send = async (text: string): Promise<Socket> => {
      const socket = connect(port, '127.0.0.1')
      // It is broken off by the test, or by the server.
      socket.on('error', () => undefined)
      await once(socket, 'connect')
      socket.write(text)
      return socket
    }
    return { send, verdicts }
  }

  const upload = (body: string, bytes = body.length) =>
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${bytes}\r\n\r\n${body}`

  async function answerTo(socket: Socket): Promise<string> {
    const [data] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    return data.toString().split('\r\n\r\n')[1] ?? ''
  }

  describe('a file that is on its way', () => {
    it('leaves no turn taken when its sender is gone before it is admitted', async (context) => {
      let goes = true
      let begun = Promise.withResolvers<void>()
      const identify = async ({ raw }: FastifyRequest) => {
        begun.resolve()
        if (goes) await new Promise((resolve) => raw.socket.once('close', resolve))
      }
      const { send, verdicts } = await serve(context, { identify })
      for (let count = 1; count <= 3; count += 1) {
        begun = Promise.withResolvers()
        const socket = await send(upload('x', 100))
        await begun.promise
        socket.resetAndDestroy()
        for (let tries = 0; tries < 1000 && verdicts.length < count; tries += 1) await setImmediate()
      }
      goes = false
      assert.equal(await answerTo(await send(upload('x'))), 'taken')
      assert.deepEqual(verdicts, ['busy', 'busy', 'busy', 'admitted'])
    })

    it('leaves no turn taken when its answer was still behind another', async (context) => {
      const never = new Promise(() => undefined)
      const answer = async ({ method }: FastifyRequest) => (method === 'GET' ? await never : undefined)
      const { send, verdicts } = await serve(context, { answer })
      for (let count = 1; count <= 3; count += 1) {
        const socket = await send(`GET / HTTP/1.1\r\nHost: x\r\n\r\n${upload('x')}`)
        for (let tries = 0; tries < 1000 && verdicts.length < count; tries += 1) await setImmediate()
        socket.resetAndDestroy()
        await once(socket, 'close')
      }
      assert.deepEqual(verdicts, ['admitted', 'admitted', 'admitted'])
      let outcome = ''
      for (let tries = 0; tries < 500 && outcome !== 'taken'; tries += 1)
        outcome = await answerTo(await send(upload('x')))
      assert.equal(outcome, 'taken')
    })

    it('is cut off when it stops coming, and not while it is worked on', async (context) => {
      const worked = Promise.withResolvers<void>()
      const { send } = await serve(context, { pauseMs: 30, answer: () => worked.promise })
      const whole = await send(upload('x'))
      const stuck = await send(upload('x', 100))
      let isOver = false
      whole.once('close', () => {
        isOver = true
      })
      await once(stuck, 'close')
      const later = await send(upload('x', 100))
      await once(later, 'close')
      assert.equal(isOver, false)
      worked.resolve()
      assert.equal(await answerTo(whole), 'taken')
    })
  })
})

describe('file turns', () => {
  describe('turns of files', () => {
    it('are three of one caller, wherever they are', () => {
      const turns = createUploadSlots()
      const ends = ['a', 'b', 'c'].map((network) => turns.take('ann', network))
      assert.ok(ends.every((end) => end !== undefined))
      assert.equal(turns.take('ann', 'd'), undefined)
      ends[0]?.()
      ends[0]?.()
      assert.ok(turns.take('ann', 'd') !== undefined)
      assert.equal(turns.take('ann', 'e'), undefined)
    })

    it('are four from one network, whoever they are', () => {
      const turns = createUploadSlots()
      const ends = ['ann', 'bob', 'cat', 'dan'].map((name) => turns.take(name, 'home'))
      assert.ok(ends.every((end) => end !== undefined))
      assert.equal(turns.take('eve', 'home'), undefined)
      assert.ok(turns.take('eve', 'elsewhere') !== undefined)
      ends[3]?.()
      assert.ok(turns.take('eve', 'home') !== undefined)
      assert.equal(turns.take('fay', 'home'), undefined)
    })

    it('are sixteen in all', () => {
      const turns = createUploadSlots()
      const ends = Array.from({ length: 16 }, (_, index) => turns.take(`user ${index}`, `network ${index}`))
      assert.ok(ends.every((end) => end !== undefined))
      assert.equal(turns.take('one more', 'one more'), undefined)
      for (const end of ends) end?.()
      assert.ok(turns.take('one more', 'one more') !== undefined)
    })
  })
})
