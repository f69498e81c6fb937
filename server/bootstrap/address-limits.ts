// Limits per client address that the configuration changes.
import type { Config } from '#server/bootstrap/config.ts'
import { type ConnectionLimits, connectionLimits } from '#server/gateway/gateway.ts'
import type { LiveLimits } from '#server/live/live.ts'

type LimitConfig = Pick<Config, 'rateLimits' | 'socketsPerAddress'>

const unlimited = Number.POSITIVE_INFINITY

/** A proxy that does not name its clients connects for many of them. */
const addressesBehindProxy = 20

export function socketLimits({
  rateLimits,
  socketsPerAddress,
}: LimitConfig): Pick<LiveLimits, 'maxSocketsPerAddress' | 'maxSocketsPerProxy'> {
  if (!rateLimits) return { maxSocketsPerAddress: unlimited, maxSocketsPerProxy: unlimited }
  return {
    maxSocketsPerAddress: socketsPerAddress,
    maxSocketsPerProxy: socketsPerAddress * addressesBehindProxy,
  }
}

/** Leaves room for the calls of clients whose sockets are counted as connections, too. */
export function connectionLimitsOf({ rateLimits, socketsPerAddress }: LimitConfig): ConnectionLimits {
  const atLeast = socketsPerAddress * 2
  const maxOpenPerAddress = rateLimits ? Math.max(connectionLimits.maxOpenPerAddress, atLeast) : unlimited
  return { ...connectionLimits, maxOpenPerAddress }
}
