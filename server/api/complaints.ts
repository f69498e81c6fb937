// Complaints of the user, with their evidence packs.
import {
  complaintEmail,
  complaintInfo,
  complaintList,
  complaintPack,
  fileComplaint,
} from '#contract/calls/complaints.ts'
import { complaintToWire, listedComplaintToWire } from '#contract/complaint-wire.ts'
import { answered, refused } from '#contract/outcome.ts'
import { recordKey } from '#server/api/record-key.ts'
import type { Complaints } from '#server/complaints/complaints.ts'
import { type Route, route, userRoute } from '#server/gateway/gateway.ts'
import type { Random } from '#server/platform/random.ts'
import type { Settings } from '#server/settings/settings.ts'
import type { Users } from '#server/users/users.ts'

export type ComplaintRouteParts = {
  readonly users: Pick<Users, 'authenticate'>
  readonly settings: Pick<Settings, 'get'>
  readonly complaints: Complaints
  readonly random: Random
}

/** All calls of contract/calls/complaints.ts. */
export function complaintRoutes(parts: ComplaintRouteParts): readonly Route[] {
  return [readEmail(parts), file(parts), readList(parts), readOne(parts), readPack(parts)]
}

function readEmail({ settings }: ComplaintRouteParts): Route {
  return route(complaintEmail, async () => answered({ email: settings.get('complaint_email') }))
}

function file({ users, complaints, random }: ComplaintRouteParts): Route {
  return userRoute(fileComplaint, users.authenticate, async (input, { userId }, caller) => {
    const { text, orders = '', deposits = '', withdrawals = '' } = input
    const key = recordKey(caller, random)
    const result = await complaints.file({ ...key, userId, text, orders, deposits, withdrawals })
    if (result.kind === 'refused') return result
    return answered(complaintToWire(result.complaint), 'done.complaint_filed')
  })
}

function readList({ users, complaints }: ComplaintRouteParts): Route {
  return userRoute(complaintList, users.authenticate, async ({ page }, { userId }) => {
    const { data, total } = await complaints.list(userId, page)
    return answered({ data: data.map(listedComplaintToWire), total })
  })
}

function readOne({ users, complaints }: ComplaintRouteParts): Route {
  return userRoute(complaintInfo, users.authenticate, async ({ id }, { userId }) => {
    const complaint = await complaints.read(userId, id)
    return complaint === undefined ? refused('not_found') : answered(complaintToWire(complaint))
  })
}

function readPack({ users, complaints }: ComplaintRouteParts): Route {
  return userRoute(complaintPack, users.authenticate, async ({ id }, user) => {
    const result = await complaints.pack(user, id)
    return result.kind === 'found' ? { kind: 'file', type: 'application/json', ...result.file } : result
  })
}
