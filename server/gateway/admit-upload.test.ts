import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import { createUploadAdmission, createUploadSlots } from '#server/gateway/admit-upload.ts'
import { addClientAddress } from '#server/gateway/client-address.ts'

describe('upload admission', () => {
  type Behaviour = {
    readonly idleMs?: number
    /** Runs before admission, like the lookup of a session. */
    readonly authenticate?: (request: FastifyRequest) => Promise<unknown>
    readonly answer?: (request: FastifyRequest) => Promise<unknown>
  }

  /** Serves uploads of a single caller and records each decision. */
  async function serve(context: TestContext, { idleMs, authenticate, answer }: Behaviour) {
    const app = fastify()
    addClientAddress(app, [])
    const admit = createUploadAdmission(idleMs)
    const decisions: string[] = []
    app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, async () => ({}))
    const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
      await authenticate?.(request)
      const refusal = admit(request, reply, 'ann')
      decisions.push(refusal?.reason ?? 'admitted')
      if (refusal !== undefined) return reply.send(refusal.reason)
    }
    app.post('/', { onRequest }, async (request) => {
      await answer?.(request)
      return 'accepted'
    })
    app.get('/', async (request) => {
      await answer?.(request)
      return 'ok'
    })
    await app.listen({ host: '127.0.0.1', port: 0 })
    context.after(async () => {
      app.server.closeAllConnections()
      await app.close()
    })
    const { port } = app.server.address() as AddressInfo
    const send = async (text: string): Promise<Socket> => {
      const socket = connect(port, '127.0.0.1')
      // Resets by the test or the server are expected.
      socket.on('error', () => undefined)
      await once(socket, 'connect')
      socket.write(text)
      return socket
    }
    return { send, decisions }
  }

  const upload = (body: string, bytes = body.length) =>
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${bytes}\r\n\r\n${body}`

  async function answerTo(socket: Socket): Promise<string> {
    const [data] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    return data.toString().split('\r\n\r\n')[1] ?? ''
  }

  describe('an upload in progress', () => {
    it('holds no slot when the client disconnects before admission', async (context) => {
      let disconnects = true
      let begun = Promise.withResolvers<void>()
      const authenticate = async ({ raw }: FastifyRequest) => {
        begun.resolve()
        if (disconnects) await new Promise((resolve) => raw.socket.once('close', resolve))
      }
      const { send, decisions } = await serve(context, { authenticate })
      for (let count = 1; count <= 3; count += 1) {
        begun = Promise.withResolvers()
        const socket = await send(upload('x', 100))
        await begun.promise
        socket.resetAndDestroy()
        for (let tries = 0; tries < 1000 && decisions.length < count; tries += 1) await setImmediate()
      }
      disconnects = false
      assert.equal(await answerTo(await send(upload('x'))), 'accepted')
      assert.deepEqual(decisions, ['busy', 'busy', 'busy', 'admitted'])
    })

    it('frees its slot when the connection closes while its answer is queued behind another', async (context) => {
      const never = new Promise(() => undefined)
      const answer = async ({ method }: FastifyRequest) => (method === 'GET' ? await never : undefined)
      const { send, decisions } = await serve(context, { answer })
      for (let count = 1; count <= 3; count += 1) {
        const socket = await send(`GET / HTTP/1.1\r\nHost: x\r\n\r\n${upload('x')}`)
        for (let tries = 0; tries < 1000 && decisions.length < count; tries += 1) await setImmediate()
        socket.resetAndDestroy()
        await once(socket, 'close')
      }
      assert.deepEqual(decisions, ['admitted', 'admitted', 'admitted'])
      let outcome = ''
      for (let tries = 0; tries < 500 && outcome !== 'accepted'; tries += 1)
        outcome = await answerTo(await send(upload('x')))
      assert.equal(outcome, 'accepted')
    })

    it('is closed when the body stalls, but not while the server works on it', async (context) => {
      const worked = Promise.withResolvers<void>()
      const { send } = await serve(context, { idleMs: 30, answer: () => worked.promise })
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
      assert.equal(await answerTo(whole), 'accepted')
    })
  })
})

describe('upload slots', () => {
  it('allow three per caller from any network', () => {
    const slots = createUploadSlots()
    const releases = ['a', 'b', 'c'].map((network) => slots.take('ann', network))
    assert.ok(releases.every((release) => release !== undefined))
    assert.equal(slots.take('ann', 'd'), undefined)
    releases[0]?.()
    releases[0]?.()
    assert.ok(slots.take('ann', 'd') !== undefined)
    assert.equal(slots.take('ann', 'e'), undefined)
  })

  it('allow four per network for any callers', () => {
    const slots = createUploadSlots()
    const releases = ['ann', 'bob', 'cat', 'dan'].map((name) => slots.take(name, 'home'))
    assert.ok(releases.every((release) => release !== undefined))
    assert.equal(slots.take('eve', 'home'), undefined)
    assert.ok(slots.take('eve', 'elsewhere') !== undefined)
    releases[3]?.()
    assert.ok(slots.take('eve', 'home') !== undefined)
    assert.equal(slots.take('fay', 'home'), undefined)
  })

  it('allow sixteen in total', () => {
    const slots = createUploadSlots()
    const releases = Array.from({ length: 16 }, (_, index) => slots.take(`user ${index}`, `network ${index}`))
    assert.ok(releases.every((release) => release !== undefined))
    assert.equal(slots.take('one more', 'one more'), undefined)
    for (const release of releases) release?.()
    assert.ok(slots.take('one more', 'one more') !== undefined)
  })
})
