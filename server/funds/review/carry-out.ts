import { type Refusal, refusalToWire, refused } from '#contract/outcome.ts'
import { ensureNever } from '#core/ensure-never.ts'
import type { CommandRequest, Engine } from '#server/engine/engine.ts'
import { readMovement, type StoredMovement } from '#server/funds/review/movements-store.ts'
import type { Pool } from '#server/storage/storage.ts'

type MovementRequest = Extract<CommandRequest, { readonly reference: string }>

export type CarryOutParts = { readonly pool: Pool; readonly engine: Pick<Engine, 'submit'> }

/** `unknown`: it may or may not have been done. Asking again is safe. */
export type CarriedOut = { readonly kind: 'done' } | { readonly kind: 'unknown' } | Refusal

const maxTries = 3

/**
 * Submits a decision about a movement until the engine answers. The reference decides once, so a repeat does no harm:
 * a movement that is already as this decision wants it counts as done, any other as decided by someone else.
 */
export async function carryOut(
  { pool, engine }: CarryOutParts,
  userId: number,
  request: MovementRequest,
  isResult: (movement: StoredMovement) => boolean,
): Promise<CarriedOut> {
  for (let tried = 0; tried < maxTries; tried += 1) {
    const reply = await engine.submit({ userId, isDemo: false }, request)
    switch (reply.kind) {
      case 'done':
        return { kind: 'done' }
      case 'refused': {
        if (reply.reason !== 'movement_exists') return refusalToWire(reply)
        const movement = await readMovement(pool, request.reference)
        const isDone = movement?.userId === userId && isResult(movement)
        return isDone ? { kind: 'done' } : refused('already_decided')
      }
      case 'busy':
        return refused('busy')
      case 'frozen':
        return refused('account_frozen')
      case 'unknown':
        break
      case 'mismatch':
      case 'fault':
        // The engine has already logged the cause.
        throw new Error('the engine failed to execute the command')
      default:
        return ensureNever(reply)
    }
  }
  return { kind: 'unknown' }
}
