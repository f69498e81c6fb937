import { Type } from 'typebox'
import { operatorRoles } from '#core/user/operator-role.ts'

// Shared fields of the operator console's calls.

export const roleField = Type.Enum([...operatorRoles])

export const operatorFields = Type.Object({
  id: Type.Integer(),
  email: Type.String(),
  role: roleField,
  is_active: Type.Integer(),
  has_totp: Type.Integer({ description: '1 if a second factor is enrolled' }),
  created_at: Type.String(),
  last_seen_at: Type.Union([Type.String(), Type.Null()]),
})

/** Text the database accepts: no NUL, no lone surrogates. */
const storableText = '^[^\\u0000\\ud800-\\udfff]*$'

export function textField(maxLength: number, description?: string) {
  return Type.String({
    maxLength,
    pattern: storableText,
    ...(description === undefined ? {} : { description }),
  })
}

export const emailField = Type.String({ minLength: 1, maxLength: 254 })
export const secretField = Type.String({ minLength: 1, maxLength: 256 })

/** Six digits of an authenticator app, or a recovery code. */
export const totpField = Type.String({ maxLength: 32 })
export const idField = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
export const pageField = Type.Integer({ minimum: 1, maximum: 10_000, default: 1 })
