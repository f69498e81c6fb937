/** A violated invariant, with the row it concerns. */
export type Violation = {
  readonly table?: string
  readonly row?: number | string
  readonly column?: string
  readonly message: string
  readonly expected?: unknown
  readonly found?: unknown
}
