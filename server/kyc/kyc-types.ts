export type IdentityState = 'waiting' | 'approved' | 'refused'

/** 0 nothing stands (not handed in, or refused), 1 under review, 2 verified. */
export type IdentityStatus = 0 | 1 | 2

/** The operator who acts, and from where: every look and every decision is audited. */
export type Reviewer = {
  readonly operator: { readonly operatorId: number; readonly email: string }
  readonly address: string
}

/** What somebody hands in. The two pictures are names of uploads of theirs. */
export type Submission = {
  readonly userId: number
  readonly name: string
  readonly documentNumber: string
  readonly frontName: string
  readonly reverseName: string
}

export type SubmissionResult =
  | { readonly kind: 'submitted' }
  | { readonly kind: 'refused'; readonly reason: 'invalid_input'; readonly field: 'name' | 'documentNumber' }
  | {
      readonly kind: 'refused'
      readonly reason: 'identity_waiting' | 'identity_verified' | 'identity_same_image' | 'image_unknown'
    }

/** Where somebody stands, for themselves. */
export type IdentityOverview = {
  readonly status: IdentityStatus
  /** Why it was refused; empty otherwise. */
  readonly remark: string
  /** As handed in last; empty when nothing was. */
  readonly name: string
  /** Its last characters only. */
  readonly documentNumber: string
  readonly submittedAt: Date | undefined
  readonly decidedAt: Date | undefined
}

/** A check as it stands in a list. */
export type CheckSummary = {
  readonly id: number
  readonly uid: string
  readonly name: string
  readonly state: IdentityState
  readonly submittedAt: Date
  readonly decidedAt: Date | undefined
}

export type CheckQueue = {
  readonly checks: readonly CheckSummary[]
  /** How many there are in that state. */
  readonly total: number
  /** How many wait, whatever the list shows. */
  readonly waiting: number
}

/** All there is to a check, for whoever decides it. */
export type CheckDetails = CheckSummary & {
  readonly userId: number
  readonly documentNumber: string
  readonly frontName: string
  readonly reverseName: string
  readonly remark: string
  /** The operator's address; empty while it waits. */
  readonly decidedBy: string
  /** How many other people handed in the same document. */
  readonly sameDocument: number
  /** How often this person was refused before. */
  readonly earlierRefusals: number
}

export type Decision = Reviewer & {
  readonly id: number
  readonly approve: boolean
  /** Needed to refuse: its user reads it. */
  readonly remark: string
}

export type DecisionResult =
  | {
      readonly kind: 'decided'
      readonly state: 'approved' | 'refused'
      /** The check that waits longest now. */
      readonly next: number | undefined
      readonly waiting: number
    }
  | { readonly kind: 'refused'; readonly reason: 'not_found' | 'already_decided' | 'remark_required' }
