import { type Refusal, refused } from '#contract/outcome.ts'
import { passwordFault } from '#core/account/password-rule.ts'
import type { OperatorsParts } from '#server/operators/operator-types.ts'

/** What speaks against a password somebody wants, or what is kept of it. */
export async function hashNewPassword(
  { passwords }: Pick<OperatorsParts, 'passwords'>,
  password: string,
): Promise<Refusal | { readonly kind: 'hashed'; readonly hash: string }> {
  const fault = passwordFault(password)
  if (fault !== undefined) return refused(`password_${fault}`)
  if (passwords.isCommon(password)) return refused('password_common')
  const hash = await passwords.hash(password)
  return hash === 'busy' ? refused('busy') : { kind: 'hashed', hash }
}
