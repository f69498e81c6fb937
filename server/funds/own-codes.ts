import type { ConsumedCode } from '#server/codes/codes.ts'
import type { PoolClient } from '#server/storage/storage.ts'

/** Codes that are sent to the account's own address. */
export type OwnCodes = {
  /** A wrong try counts. A correct one does not consume the code. */
  readonly verify: (userId: number, purpose: OwnCodePurpose, code: string) => Promise<boolean>
  /** Consumes a correct code as part of the caller's transaction. */
  readonly consume: (
    client: PoolClient,
    userId: number,
    purpose: OwnCodePurpose,
    code: string,
  ) => Promise<boolean>
  /** Like `consume`, for a code that may have to be restored. Undefined for a wrong one. */
  readonly consumeForNow: (
    client: PoolClient,
    userId: number,
    purpose: OwnCodePurpose,
    code: string,
  ) => Promise<ConsumedCode | undefined>
  /** Makes a consumed code valid again. Only if nothing was done with it. */
  readonly restore: (consumed: ConsumedCode) => Promise<void>
}

export type OwnCodePurpose = 'payout_method' | 'withdrawal'
