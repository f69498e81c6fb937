import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Refusal, refused } from '#contract/outcome.ts'
import { limitKeyOf } from '#server/gateway/client-address.ts'
import { largestFileFormBytes } from '#server/gateway/read-multipart.ts'

export type AdmitUpload = (request: FastifyRequest, reply: FastifyReply, scope: string) => Refusal | undefined

/** A stalled upload loses its slot after this long without data. */
const maxIdleMs = 20_000

/** Decides before the body is read whether an upload may proceed; undefined admits it. */
export function createUploadAdmission(idleMs = maxIdleMs): AdmitUpload {
  const slots = createUploadSlots()
  return (request, reply, scope) => {
    const { 'content-type': type, 'content-length': length } = request.headers
    if (type === undefined) return undefined
    if (!isMultipart(type)) return refused('unsupported_media_type')
    if (Number(length ?? 0) > largestFileFormBytes) return refused('image_too_large')
    // The client may have disconnected during authorisation. Its `close` event has then passed, and a slot would leak.
    if (request.raw.socket.destroyed) return refused('busy')
    const release = slots.take(scope, limitKeyOf(request.clientAddress))
    if (release === undefined) return refused('busy')
    // `close` is emitted however the request ends.
    reply.raw.once('close', release)
    closeWhenIdle(request, reply, idleMs)
    return undefined
  }
}

/** Closes the connection when the body stalls. The timeout is off while a complete body is processed. */
function closeWhenIdle({ raw }: FastifyRequest, reply: FastifyReply, idleMs: number): void {
  const { socket } = raw
  // An injected request has no real socket.
  if (typeof socket.setTimeout !== 'function') return
  socket.setTimeout(idleMs)
  raw.once('end', () => {
    // After the answer, Node's keep-alive timeout applies.
    if (!reply.raw.writableFinished) socket.setTimeout(0)
  })
}

function isMultipart(type: string | undefined): boolean {
  return /^multipart\/form-data\b/i.test(type ?? '')
}

/** Uploads are held in memory, so their number is limited: in total, per caller and per network. */
const maxUploads = 16
const maxPerCaller = 3
const maxPerNetwork = 4

type UploadSlots = {
  /** Returns the release function, or undefined if no slot is free. Releasing twice does nothing. */
  readonly take: (scope: string, network: string) => (() => void) | undefined
}

export function createUploadSlots(): UploadSlots {
  const byCaller = new Map<string, number>()
  const byNetwork = new Map<string, number>()
  let taken = 0
  return {
    take(scope, network) {
      if (taken === maxUploads || byCaller.get(scope) === maxPerCaller) return undefined
      if (byNetwork.get(network) === maxPerNetwork) return undefined
      taken += 1
      add(byCaller, scope, 1)
      add(byNetwork, network, 1)
      let isReleased = false
      return () => {
        if (isReleased) return
        isReleased = true
        taken -= 1
        add(byCaller, scope, -1)
        add(byNetwork, network, -1)
      }
    },
  }
}

function add(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + change
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}
