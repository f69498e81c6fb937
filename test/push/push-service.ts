// A push service over HTTP that reads what a browser would get: it decrypts each push (RFC 8188, RFC 8291) and checks
// who signed it (RFC 8292).
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { PushPayload } from '#contract/push-payload.ts'
import { createReceivedQueue } from '#test/messages/received-queue.ts'

export type ReceivedPush = {
  readonly browser: string
  readonly headers: IncomingMessage['headers']
  readonly payload: PushPayload
  readonly payloadBytes: number
  readonly vapid: VapidClaims
  readonly answer: (status: number, headers?: Readonly<Record<string, string>>) => void
}

type VapidClaims = { readonly aud: string; readonly exp: number; readonly sub: string; readonly key: string }

type TestBrowser = { readonly ecdh: ECDH; readonly auth: Buffer }

/** Queues the pushes. The test takes each from the queue and answers it. */
export async function startPushService() {
  const pushes = createReceivedQueue<ReceivedPush>()
  const browsers = new Map<string, TestBrowser>()
  const server = createServer((request, response) => {
    void read(request, response).then(pushes.add, (fault) => response.destroy(fault))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`

  async function read(request: IncomingMessage, response: ServerResponse): Promise<ReceivedPush> {
    const name = String(request.url).slice('/push/'.length)
    const browser = browsers.get(name)
    if (request.method !== 'POST' || browser === undefined) throw new Error(`no such browser: ${name}`)
    const plain = decrypt(await buffer(request), browser)
    return {
      browser: name,
      headers: request.headers,
      payload: JSON.parse(plain.toString()),
      payloadBytes: plain.length,
      vapid: verifyVapid(String(request.headers.authorization)),
      answer: (status, headers = {}) => void response.writeHead(status, headers).end('private details'),
    }
  }
  return {
    origin,
    pushes,
    /** What a browser names when it subscribes. */
    subscribe(name: string) {
      const ecdh = createECDH('prime256v1')
      const p256dh = ecdh.generateKeys().toString('base64url')
      const auth = randomBytes(16)
      browsers.set(name, { ecdh, auth })
      return { endpoint: `${origin}/push/${name}`, p256dh, auth: auth.toString('base64url') }
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const saltBytes = 16
const tagBytes = 16

/** One record of `aes128gcm`: salt, record size, key id (the sender's public key), ciphertext. */
function decrypt(body: Buffer, { ecdh, auth }: TestBrowser): Buffer {
  const salt = body.subarray(0, saltBytes)
  const keyLength = body.readUInt8(saltBytes + 4)
  const headerBytes = saltBytes + 5 + keyLength
  const sender = body.subarray(saltBytes + 5, headerBytes)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32))
  const derive = (purpose: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${purpose}\0`, length))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(body.subarray(-tagBytes))
  const padded = Buffer.concat([decipher.update(body.subarray(headerBytes, -tagBytes)), decipher.final()])
  // The last record ends in 2 and zeros.
  return padded.subarray(0, padded.lastIndexOf(2))
}

/** Throws unless the key that the header names has signed its claims. */
function verifyVapid(authorization: string): VapidClaims {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' } as never)
  const isGenuine = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isGenuine) throw new Error('the push is signed by another key')
  return { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), key }
}
