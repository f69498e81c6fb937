import type { Clock } from '#server/platform/clock.ts'

export type BucketLimits = { readonly perSecond: number; readonly burst: number }

/** Admitted, or the whole seconds until a request would be admitted. */
export type Admission = { readonly ok: true } | { readonly ok: false; readonly retryAfterSeconds: number }

/** Beyond this many keys, full buckets are dropped. A full bucket is the same as a new one. */
const maxKeys = 50_000

/**
 * A sweep visits every bucket. If new keys would trigger another one within this time, all buckets are dropped instead.
 */
const sweepEveryMs = 1000

/** Token bucket rate limit per key: a burst, refilled at a steady rate. */
export function createTokenBuckets(limits: BucketLimits, clock: Clock) {
  const buckets = new Map<string, { tokens: number; atMs: number }>()
  let sweptAtMs = Number.NEGATIVE_INFINITY

  function refill(bucket: { tokens: number; atMs: number }, nowMs: number): void {
    bucket.tokens = Math.min(limits.burst, bucket.tokens + ((nowMs - bucket.atMs) / 1000) * limits.perSecond)
    bucket.atMs = nowMs
  }

  function sweep(nowMs: number): void {
    const isTooSoon = nowMs - sweptAtMs < sweepEveryMs
    sweptAtMs = nowMs
    if (isTooSoon) {
      buckets.clear()
      return
    }
    for (const [key, bucket] of buckets) {
      refill(bucket, nowMs)
      if (bucket.tokens >= limits.burst) buckets.delete(key)
    }
    // Still too many: an attack from many addresses. Dropping all limits is better than growing without bound.
    if (buckets.size >= maxKeys) buckets.clear()
  }

  return {
    /** For keys that will not return, such as a closed connection. */
    forget(key: string): void {
      buckets.delete(key)
    },
    take(key: string): Admission {
      const nowMs = clock.elapsed()
      if (buckets.size >= maxKeys && !buckets.has(key)) sweep(nowMs)
      const bucket = buckets.get(key) ?? { tokens: limits.burst, atMs: nowMs }
      buckets.set(key, bucket)
      refill(bucket, nowMs)
      if (bucket.tokens < 1) {
        return { ok: false, retryAfterSeconds: Math.ceil((1 - bucket.tokens) / limits.perSecond) }
      }
      bucket.tokens -= 1
      return { ok: true }
    },
  }
}

export type TokenBuckets = ReturnType<typeof createTokenBuckets>
