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
}

export type OwnCodePurpose = 'payout_method' | 'withdrawal'
