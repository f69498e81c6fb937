import type { UserFields } from '#contract/calls/session.ts'
import type { User } from '#core/account/user.ts'

export function userToWire(user: User, reviewStatus: number): UserFields {
  return {
    id: user.id,
    uid: user.uid,
    is_demo: user.isDemo ? 1 : 0,
    email: user.email ?? '',
    area_id: user.areaId ?? null,
    mobile: user.mobile ?? '',
    invite_code: user.inviteCode ?? '',
    review_status: reviewStatus,
    created_at: new Date(user.createdAtMs).toISOString(),
  }
}
