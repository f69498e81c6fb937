import { Type } from 'typebox'
import { operatorRoles } from '#core/account/operator-role.ts'

// What several calls of the console take or give, said once.

export const roleField = Type.Enum([...operatorRoles])

export const operatorFields = Type.Object({
  id: Type.Integer(),
  email: Type.String(),
  role: roleField,
  is_active: Type.Integer(),
  has_totp: Type.Integer({ description: '1 once a second factor is enrolled' }),
  created_at: Type.String(),
  last_seen_at: Type.Union([Type.String(), Type.Null()]),
})

/** What a database and a log can keep: no zero characters, no halves of characters. */
const keepable = '^[^\\u0000\\ud800-\\udfff]*$'

export function textField(maxLength: number, description?: string) {
  return Type.String({ maxLength, pattern: keepable, ...(description === undefined ? {} : { description }) })
}

export const emailField = Type.String({ minLength: 1, maxLength: 254 })
export const secretField = Type.String({ minLength: 1, maxLength: 256 })

/** Six digits of the authenticator, or one of the recovery codes. */
export const totpField = Type.String({ maxLength: 32 })
export const idField = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
export const pageField = Type.Integer({ minimum: 1, maximum: 10_000, default: 1 })
