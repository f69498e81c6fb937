import type { Static } from 'typebox'
import type { operatorFields } from '#contract/desk/desk-fields.ts'
import type { OperatorRole } from '#core/account/operator-role.ts'

type Operator = {
  readonly id: number
  readonly email: string
  readonly role: OperatorRole
  readonly isActive: boolean
  readonly hasTotp: boolean
  readonly createdAt: Date
  readonly lastSeenAt: Date | undefined
}

/** An operator in the wire's words. */
export function operatorToWire(operator: Operator): Static<typeof operatorFields> {
  const { id, email, role } = operator
  return {
    id,
    email,
    role,
    is_active: operator.isActive ? 1 : 0,
    has_totp: operator.hasTotp ? 1 : 0,
    created_at: operator.createdAt.toISOString(),
    last_seen_at: operator.lastSeenAt?.toISOString() ?? null,
  }
}
