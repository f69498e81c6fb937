import type { Tapped, Ticket } from '#core/decision/command.ts'
import type { Decision, DecisionContext } from '#core/decision/decision.ts'
import { decided, startDraft } from '#core/decision/draft.ts'
import { placeOrder } from '#core/decision/opening/place-order.ts'
import type { TradingAccount } from '#core/decision/trading-account.ts'

type OpenRequest = { readonly ticket: Ticket } & Tapped

export function decideOpen(
  account: TradingAccount,
  { ticket, tapped }: OpenRequest,
  around: DecisionContext,
): Decision {
  const draft = startDraft(account)
  const placer = { userId: account.userId, draft, tapped, amendedFrom: null }
  const placed = placeOrder(placer, ticket, around)
  return placed.kind === 'refused' ? placed : decided(draft, [placed.order])
}
