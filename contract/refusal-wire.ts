// Why the core said no, in the wire's words.
import { type Refusal, refused } from '#contract/outcome.ts'
import type { Reason } from '#contract/reasons.ts'
import type { Refusal as CoreRefusal, RefusalReason } from '#core/decision/decision.ts'

/** Reasons that are for rooms, and what they are to whoever made a call. */
const internalReasons = {
  // An account is opened with the user; until it is there, one tries again.
  account_missing: 'busy',
  unknown_market: 'invalid_input',
  invalid_amount: 'invalid_input',
  movement_exists: 'already_decided',
  movement_unknown: 'not_found',
} as const satisfies Partial<Record<RefusalReason, Reason>>

/** The fields of the wire that a figure called `field` may name. */
const fields: Readonly<Record<string, string>> = {
  lots: 'cont',
  target: 'target_price',
  seen: 'price',
  deviation: 'deviation',
  stop_loss: 'stop_loss_price',
  take_profit: 'target_profit_price',
}

export function refusalToWire({ reason, figures = {} }: CoreRefusal): Refusal {
  const { field: named, ...numbers } = figures
  const field = named === undefined ? undefined : fields[named]
  return refused(wireReason(reason), {
    ...(field === undefined ? {} : { field }),
    ...(Object.keys(numbers).length === 0 ? {} : { figures: numbers }),
  })
}

export function wireReason(reason: RefusalReason): Reason {
  return isInternalReason(reason) ? internalReasons[reason] : reason
}

function isInternalReason(reason: RefusalReason): reason is keyof typeof internalReasons {
  return Object.hasOwn(internalReasons, reason)
}
