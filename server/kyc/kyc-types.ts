export type IdentityState = 'waiting' | 'approved' | 'refused'

/** 0 not submitted or refused, 1 under review, 2 verified. */
export type IdentityStatus = 0 | 1 | 2

/** The operator who reviews and their address, for the audit log. */
export type Reviewer = {
  readonly operator: { readonly operatorId: number; readonly email: string }
  readonly address: string
}

/** A user's submission. `frontName` and `reverseName` are the names of two of the user's own uploads. */
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

/** The identity state as shown to the user. */
export type IdentityOverview = {
  readonly status: IdentityStatus
  /** The reason for a refusal, otherwise empty. */
  readonly remark: string
  /** From the last submission; empty without one. */
  readonly name: string
  /** Masked except for the last characters. */
  readonly documentNumber: string
  readonly submittedAt: Date | undefined
  readonly decidedAt: Date | undefined
}

/** A check in a list. */
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
  /** Number of checks in the listed state. */
  readonly total: number
  /** Number of waiting checks, whatever state is listed. */
  readonly waiting: number
}

/** A check as shown to the reviewer. */
export type CheckDetails = CheckSummary & {
  readonly userId: number
  readonly documentNumber: string
  readonly frontName: string
  readonly reverseName: string
  readonly remark: string
  /** The operator's email address; empty while the check waits. */
  readonly decidedBy: string
  /** Number of other users who submitted the same document. */
  readonly sameDocument: number
  /** Number of earlier refusals of this user. */
  readonly earlierRefusals: number
}

export type Decision = Reviewer & {
  readonly id: number
  readonly approve: boolean
  /** Required to refuse; shown to the user. */
  readonly remark: string
}

export type DecisionResult =
  | {
      readonly kind: 'decided'
      readonly state: 'approved' | 'refused'
      /** Id of the oldest waiting check; undefined if none is waiting. */
      readonly next: number | undefined
      readonly waiting: number
    }
  | { readonly kind: 'refused'; readonly reason: 'not_found' | 'already_decided' | 'remark_required' }
