import type { Clock } from '#server/platform/clock.ts'

export type BucketLimits = { readonly perSecond: number; readonly burst: number }

/** Either the request may pass, or the whole seconds to wait until one would. */
export type Admission = { readonly ok: true } | { readonly ok: false; readonly retryAfterSeconds: number }

/** Beyond this many keys the full buckets are forgotten: they are the ones that hold no debt. */
const mostKeys = 50_000

/** Looking at all of them is dear, so a flood of new keys may not have it done each time. */
const sweepEveryMs = 1000

/** Rate limits by key: each key may burst, and earns its requests back at a steady rate. */
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
    // Still too many: an attack from many addresses. Starting afresh is fairer than growing without end.
    if (buckets.size >= mostKeys) buckets.clear()
  }

  return {
    /** For keys that never come again, such as a connection that was closed. */
    forget(key: string): void {
      buckets.delete(key)
    },
    take(key: string): Admission {
      const nowMs = clock.elapsed()
      if (buckets.size >= mostKeys && !buckets.has(key)) sweep(nowMs)
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
