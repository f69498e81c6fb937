import { timingSafeEqual } from 'node:crypto'
import { renderCaptcha } from '#server/codes/captcha/captcha-image.ts'
import { consumeCaptcha, storeCaptcha } from '#server/codes/captcha/captchas-store.ts'
import { type CaptchaCharacter, captchaAlphabet, normalizeAnswer } from '#server/codes/captcha/glyphs.ts'
import { randomBelow } from '#server/codes/one-time-code.ts'
import type { Clock } from '#server/platform/clock.ts'
import { createConcurrencyLimit } from '#server/platform/concurrency-limit.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import type { Random } from '#server/platform/random.ts'
import { createTokenBuckets } from '#server/platform/token-bucket.ts'
import type { Pool } from '#server/storage/storage.ts'

export type DrawnCaptcha =
  | { readonly kind: 'drawn'; readonly id: string; readonly image: string }
  | { readonly kind: 'too_many'; readonly retryAfterSeconds: number }

type Parts = {
  readonly pool: Pool
  readonly clock: Clock
  readonly random: Random
  readonly encryption: Pick<Encryption, 'keyedHash'>
  readonly limits: boolean
}

const length = 5
const validMs = 5 * 60_000
/** A burst of thirty per address, then thirty a minute. */
const addressLimits = { perSecond: 0.5, burst: 30 }
/** Rendering an image takes about ten milliseconds of CPU. */
const concurrencyLimits = { maxRunning: 2, maxQueued: 100 }

export function createCaptchas({ pool, clock, random, encryption, limits }: Parts) {
  const addresses = createTokenBuckets(addressLimits, clock)
  const queue = createConcurrencyLimit(concurrencyLimits)
  const hashOf = (id: string, answer: string) => encryption.keyedHash('captcha', id, answer)

  async function drawNew(): Promise<DrawnCaptcha> {
    const characters = randomCharacters(random)
    const id = Buffer.from(random.bytes(16)).toString('hex')
    const image = await renderCaptcha(characters, random)
    await storeCaptcha(pool, {
      id,
      hash: hashOf(id, characters.join('')),
      expiresAtMs: clock.now() + validMs,
    })
    return { kind: 'drawn', id, image: `data:image/png;base64,${image.toString('base64')}` }
  }

  return {
    async draw({ address }: { readonly address: string }): Promise<DrawnCaptcha> {
      const admission = limits ? addresses.take(address) : ({ ok: true } as const)
      if (!admission.ok) return { kind: 'too_many', retryAfterSeconds: admission.retryAfterSeconds }
      const drawn = await queue.run(drawNew)
      return drawn === 'busy' ? { kind: 'too_many', retryAfterSeconds: 1 } : drawn
    },
    async solve({ id, answer }: { readonly id: string; readonly answer: string }): Promise<boolean> {
      if (!/^[0-9a-f]{32}$/.test(id)) return false
      const right = await consumeCaptcha(pool, id, clock.now())
      return right !== undefined && timingSafeEqual(right, hashOf(id, normalizeAnswer(answer)))
    },
  }
}

function randomCharacters(random: Random): readonly CaptchaCharacter[] {
  return Array.from({ length }, () => captchaAlphabet[randomBelow(random, captchaAlphabet.length)] ?? 'A')
}
