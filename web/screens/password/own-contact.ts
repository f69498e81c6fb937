import type { UserFields } from '#contract/calls/session.ts'
import type { Contact } from '#web/parts/auth-forms/typed-account.ts'

/** Where the user's own codes go: to the address, or to the number of an account without one. */
export function ownContact({
  email,
  mobile,
  area_id,
}: Pick<UserFields, 'email' | 'mobile' | 'area_id'>): Contact {
  if (email !== '' || area_id === null) return { channel: 'email', email }
  return { channel: 'mobile', areaId: area_id, national: mobile, full: mobile }
}
