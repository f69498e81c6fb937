/** A person, or a demo account, as everyone but the room that keeps the secrets sees them. */
export type User = {
  readonly id: number
  /** What the user quotes to support: eight digits. */
  readonly uid: string
  readonly isDemo: boolean
  readonly email: string | undefined
  readonly areaId: number | undefined
  /** The national number. */
  readonly mobile: string | undefined
  /** Dialling code and number. */
  readonly mobileFull: string | undefined
  /** A demo account invites nobody. */
  readonly inviteCode: string | undefined
  readonly createdAtMs: number
}
