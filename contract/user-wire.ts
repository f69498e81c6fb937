import type { UserFields } from '#contract/calls/session.ts'
import type { Channel } from '#core/user/contact.ts'
import type { User } from '#core/user/user.ts'

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

/** On the wire, 1 is email and 2 is mobile. */
export function channelFromWire(type: number): Channel {
  return type === 2 ? 'mobile' : 'email'
}
