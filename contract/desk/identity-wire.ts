import type { IdentityCheckAnswer } from '#contract/desk/identity-check.ts'
import type { IdentityQueueAnswer } from '#contract/desk/identity-queue.ts'

type ListedCheck = {
  readonly id: number
  readonly uid: string
  readonly name: string
  readonly state: string
  readonly submittedAt: Date
  readonly decidedAt: Date | undefined
}

type WholeCheck = ListedCheck & {
  readonly documentNumber: string
  readonly frontName: string
  readonly reverseName: string
  readonly remark: string
  readonly decidedBy: string
  readonly sameDocument: number
  readonly earlierRefusals: number
}

/** A check of a list in the wire's words. */
export function listedCheckToWire(check: ListedCheck): IdentityQueueAnswer['data'][number] {
  const { id, uid, name, state, submittedAt, decidedAt } = check
  return {
    id,
    uid,
    name,
    state,
    submitted_at: submittedAt.toISOString(),
    decided_at: decidedAt?.toISOString() ?? null,
  }
}

export function wholeCheckToWire(check: WholeCheck): IdentityCheckAnswer {
  return {
    ...listedCheckToWire(check),
    card_id: check.documentNumber,
    front_pic: check.frontName,
    reverse_pic: check.reverseName,
    remark: check.remark,
    same_document: check.sameDocument,
    earlier: check.earlierRefusals,
    decided_by: check.decidedBy,
  }
}
