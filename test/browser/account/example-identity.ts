// States of an identity check, and its calls.
import type { IdentityCenterAnswer } from '#contract/calls/identity.ts'

export const centerPath = '/api/user_real/center'
export const uploadPath = '/api/common/image_upload'

export const nothingYet: IdentityCenterAnswer = {
  review_status: 0,
  remark: '',
  name: '',
  card_id: '',
  submitted_at: null,
  decided_at: null,
}
export const waiting: IdentityCenterAnswer = {
  ...nothingYet,
  review_status: 1,
  name: 'Lee Min',
  card_id: '••••4567',
  submitted_at: '2026-11-14T08:00:00.000Z',
}
export const certified: IdentityCenterAnswer = {
  ...waiting,
  review_status: 2,
  decided_at: '2026-11-15T09:30:00.000Z',
}

/** An upload call that answers each image with its own URL. */
export function uploads(): () => unknown {
  let count = 0
  return () => {
    count += 1
    return { url: `/api/common/image?name=picture-${count}` }
  }
}
