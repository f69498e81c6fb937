import { type Refusal, refused } from '#contract/outcome.ts'
import { passwordFault } from '#core/account/password-rule.ts'
import type { Passwords } from '#server/platform/passwords/passwords.ts'

/** Why a new password cannot be taken; undefined when it can. */
export function refusalOfPassword(
  password: string,
  field: string,
  passwords: Pick<Passwords, 'isCommon'>,
): Refusal | undefined {
  const fault = passwordFault(password)
  if (fault !== undefined) return refused(`password_${fault}`, { field })
  return passwords.isCommon(password) ? refused('password_common', { field }) : undefined
}
