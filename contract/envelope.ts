import type { codes } from '#contract/codes.ts'
import type { Reason } from '#contract/reasons.ts'

/** What every answer looks like. HTTP status is 200 for all of them. */
export type Envelope<Data> =
  | { readonly code: typeof codes.success; readonly msg: string; readonly data: Data }
  | { readonly code: typeof codes.refused; readonly msg: string; readonly data: RefusalData }
  | { readonly code: typeof codes.tooManyRequests; readonly msg: string; readonly data: RetryData }
  | { readonly code: typeof codes.fault; readonly msg: string; readonly data: FaultData }
  | { readonly code: typeof codes.sessionInvalid; readonly msg: string; readonly data: null }

/** The reason for programs, the field it is about where there is one, and the figures that explain it. */
export type RefusalData = {
  readonly reason: Reason
  readonly field?: string
  readonly figures?: Readonly<Record<string, string>>
}

export type RetryData = { readonly retry_after: number }

/** The id to quote to support; nothing else of a fault leaves the server. */
export type FaultData = { readonly id: string }
