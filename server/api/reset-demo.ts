import { resetDemo } from '#contract/calls/account.ts'
import { answered } from '#contract/outcome.ts'
import { answerOfEngine } from '#server/api/answer-of-engine.ts'
import type { TradingParts } from '#server/api/trading-parts.ts'
import { type Route, userRoute } from '#server/gateway/gateway.ts'

export function resetDemoAccount({ accounts, engine }: Omit<TradingParts, 'marketData'>): Route {
  return userRoute(resetDemo, accounts.identify, async (_, user, { repeat }) => {
    const asked = await engine.ask(user, { kind: 'reset_demo' }, repeat)
    return answerOfEngine(asked, () => answered(null, 'done.demo_reset'))
  })
}
