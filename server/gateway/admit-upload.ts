import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Refusal, refused } from '#contract/outcome.ts'
import { limitKeyOf } from '#server/gateway/client-address.ts'
import { largestFileFormBytes } from '#server/gateway/read-multipart.ts'

export type AdmitUpload = (request: FastifyRequest, reply: FastifyReply, scope: string) => Refusal | undefined

/** A body that makes no progress for so long holds a turn that somebody else could use. */
const longestPauseMs = 20_000

/** Says of a call that takes a file, before any of it is read, why it is not taken; undefined lets it come. */
export function createUploadAdmission(pauseMs = longestPauseMs): AdmitUpload {
  const turns = createUploadSlots()
  return (request, reply, scope) => {
    const { 'content-type': type, 'content-length': length } = request.headers
    if (type === undefined) return undefined
    if (!isMultipart(type)) return refused('unsupported_media_type')
    if (Number(length ?? 0) > largestFileFormBytes) return refused('image_too_large')
    // Whoever went away while we looked up who they are hears nothing more, and nothing tells us again that they went.
    if (request.raw.socket.destroyed) return refused('busy')
    const end = turns.take(scope, limitKeyOf(request.ip ?? ''))
    if (end === undefined) return refused('busy')
    // For as long as the request lives, whichever way it ends.
    reply.raw.once('close', end)
    closeWhenIdle(request, reply, pauseMs)
    return undefined
  }
}

/** The server closes a connection that was quiet for so long. Once the body is there it waits for us, and may. */
function closeWhenIdle({ raw }: FastifyRequest, reply: FastifyReply, pauseMs: number): void {
  const { socket } = raw
  // A request that was injected comes over no connection.
  if (typeof socket.setTimeout !== 'function') return
  socket.setTimeout(pauseMs)
  raw.once('end', () => {
    // After the answer the time is that of a connection kept for the next request.
    if (!reply.raw.writableFinished) socket.setTimeout(0)
  })
}

function isMultipart(type: string | undefined): boolean {
  return /^multipart\/form-data\b/i.test(type ?? '')
}

/** Files are held in memory while they arrive and are worked on: so many at once, of one caller, from one network. */
const mostAtOnce = 16
const mostOfOneCaller = 3
const mostOfOneNetwork = 4

type UploadSlots = {
  /** Gives the function that ends the turn, or undefined when there is no room. Ending it twice does nothing. */
  readonly take: (scope: string, network: string) => (() => void) | undefined
}

export function createUploadSlots(): UploadSlots {
  const ofCallers = new Map<string, number>()
  const ofNetworks = new Map<string, number>()
  let taken = 0
  return {
    take(scope, network) {
      if (taken === mostAtOnce || ofCallers.get(scope) === mostOfOneCaller) return undefined
      if (ofNetworks.get(network) === mostOfOneNetwork) return undefined
      taken += 1
      add(ofCallers, scope, 1)
      add(ofNetworks, network, 1)
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        taken -= 1
        add(ofCallers, scope, -1)
        add(ofNetworks, network, -1)
      }
    },
  }
}

function add(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + change
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}
