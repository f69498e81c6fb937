// Wires complaints: the records of users and operators, and the making of evidence packs.
import {
  type Complaints,
  type ComplaintsParts,
  createComplaints,
  type PackMakerParts,
  startPackMaker,
} from '#server/complaints/complaints.ts'
import type { Notices } from '#server/notices/notices.ts'
import type { Settings } from '#server/settings/settings.ts'

export type ComplaintsModulesParts = Omit<ComplaintsParts, 'answerDays' | 'addNotices' | 'onFiled'> &
  PackMakerParts & {
    readonly settings: Pick<Settings, 'get'>
    readonly notices: Pick<Notices, 'add'>
  }

export type ComplaintsModules = {
  readonly complaints: Complaints
  /** Ends the work on packs within a second. It continues when the server starts again. */
  readonly stop: () => Promise<void>
}

export function startComplaintsModules(parts: ComplaintsModulesParts): ComplaintsModules {
  const { settings, notices } = parts
  const packs = startPackMaker(parts)
  const complaints = createComplaints({
    ...parts,
    addNotices: notices.add,
    answerDays: () => settings.get('complaint_days'),
    onFiled: packs.wake,
  })
  return { complaints, stop: packs.stop }
}
