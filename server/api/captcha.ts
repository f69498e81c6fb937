import { captcha } from '#contract/calls/verification.ts'
import { answered } from '#contract/outcome.ts'
import type { Codes } from '#server/codes/codes.ts'
import { limitKeyOf, type Route, route } from '#server/gateway/gateway.ts'

export function drawCaptcha(codes: Pick<Codes, 'drawCaptcha'>): Route {
  return route(captcha, async (_, { address }) => {
    const drawn = await codes.drawCaptcha({ address: limitKeyOf(address) })
    if (drawn.kind === 'drawn') return answered({ id: drawn.id, b64s: drawn.picture })
    return { kind: 'too_many_requests', retryAfterSeconds: drawn.retryAfterSeconds }
  })
}
