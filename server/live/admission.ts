import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { LiveLimits } from '#server/live/live-limits.ts'

type Admission = {
  /** HTTP status of a rejected upgrade; undefined if it is allowed. */
  readonly rejectionStatus: (request: IncomingMessage, address: string) => string | undefined
  readonly add: (address: string) => void
  readonly remove: (address: string) => void
  readonly count: () => number
  /** Rejects all further upgrades. */
  readonly stop: () => void
}

type AdmissionParts = {
  readonly limits: Pick<LiveLimits, 'maxSockets' | 'maxSocketsPerAddress' | 'maxSocketsPerProxy'>
  readonly isFromProxyItself: (request: IncomingMessage) => boolean
  readonly webOrigins: readonly string[]
}

/** Limits who may open a socket, and how many. */
export function createAdmission({ limits, webOrigins, isFromProxyItself }: AdmissionParts): Admission {
  const countOf = new Map<string, number>()
  let count = 0
  let hasStopped = false
  return {
    rejectionStatus(request, address) {
      if (hasStopped) return '503 Service Unavailable'
      if (!isOriginAllowed(request.headers, webOrigins)) return '403 Forbidden'
      if (count >= limits.maxSockets) return '503 Service Unavailable'
      const most = isFromProxyItself(request) ? limits.maxSocketsPerProxy : limits.maxSocketsPerAddress
      if ((countOf.get(address) ?? 0) >= most) return '429 Too Many Requests'
      return undefined
    },
    add(address) {
      count += 1
      countOf.set(address, (countOf.get(address) ?? 0) + 1)
    },
    remove(address) {
      count -= 1
      const left = (countOf.get(address) ?? 1) - 1
      if (left === 0) countOf.delete(address)
      else countOf.set(address, left)
    },
    count: () => count,
    stop() {
      hasStopped = true
    },
  }
}

/** Browsers send an origin: it must be our own host or a configured one. Other programs send none and are allowed. */
function isOriginAllowed(headers: IncomingHttpHeaders, webOrigins: readonly string[]): boolean {
  const { origin, host } = headers
  if (origin === undefined) return true
  return webOrigins.includes(origin) || URL.parse(origin)?.host === host
}
