// What support sees of the user beside a thread.
import { fundsToWire } from '#contract/account-wire.ts'
import type { SupportDetailsAnswer } from '#contract/desk/support.ts'
import { timeToWire } from '#contract/time-format.ts'
import { maskedContact } from '#core/user/contact.ts'
import { isRoleAllowed, type OperatorRole } from '#core/user/operator-role.ts'
import type { Kyc } from '#server/kyc/kyc.ts'
import type { Portfolio } from '#server/portfolio/portfolio.ts'
import type { Users } from '#server/users/users.ts'

export type SupportUserParts = {
  readonly users: Pick<Users, 'user'>
  readonly kyc: Pick<Kyc, 'overview'>
  readonly portfolio: Pick<Portfolio, 'orders'>
}

/** Names of identity checks are for owners and compliance, as in their queue. Null for a visitor. */
export async function readSupportUser(
  { users, kyc, portfolio }: SupportUserParts,
  userId: number | undefined,
  role: OperatorRole,
): Promise<SupportDetailsAnswer['user'] | 'busy'> {
  if (userId === undefined) return null
  const page = { page: 1, limit: 1 }
  const [user, identity, open, pending] = await Promise.all([
    users.user(userId),
    kyc.overview(userId),
    portfolio.orders(userId, { tab: 'open', ...page }),
    portfolio.orders(userId, { tab: 'pending', ...page }),
  ])
  if (open === 'busy' || pending === 'busy') return 'busy'
  if (user === undefined) return null
  const { balance, net_value, used_margin, available } = fundsToWire(open.funds)
  return {
    ...{ uid: user.uid, is_demo: user.isDemo ? 1 : 0, created_at: timeToWire(user.createdAtMs) },
    contact: maskedContact(user),
    name: isRoleAllowed(role, ['compliance']) ? identity.name : '',
    review_status: identity.status,
    ...{ balance, net_value, used_margin, available },
    ...{ open_orders: open.total, pending_orders: pending.total },
  }
}
