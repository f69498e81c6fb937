import { type Refusal, refusalToWire, refused } from '#contract/outcome.ts'
import { ensureNever } from '#core/ensure-never.ts'
import type { CommandRequest, Engine } from '#server/engine/engine.ts'
import { readMovement, type StoredMovement } from '#server/funds/review/movements-store.ts'
import type { Pool, PoolClient } from '#server/storage/storage.ts'

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
  { pool, engine }: Pick<CarryOutParts, 'engine'> & { readonly pool: Pool | PoolClient },
  userId: number,
  request: MovementRequest,
  isResult: (movement: StoredMovement) => boolean,
): Promise<CarriedOut> {
  /** The movement is as this decision wants it, so it was carried out, whatever the engine answers now. */
  const isDone = async () => {
    const movement = await readMovement(pool, request.reference)
    return movement?.userId === userId && isResult(movement)
  }
  for (let tried = 0; tried < maxTries; tried += 1) {
    const reply = await engine.submit({ userId, isDemo: false }, request)
    switch (reply.kind) {
      case 'done':
        return { kind: 'done' }
      case 'refused':
        if (await isDone()) return { kind: 'done' }
        return reply.reason === 'movement_exists' ? refused('already_decided') : refusalToWire(reply)
      case 'frozen':
        // A frozen account refuses everything, also a repeat of what was done before.
        return (await isDone()) ? { kind: 'done' } : refused('account_frozen')
      case 'busy':
        // Nothing was done by this try, but an earlier one may have been carried out, or still be.
        return tried === 0 ? refused('busy') : { kind: 'unknown' }
      case 'unknown':
        break
      case 'fault':
        // The account is frozen now. Asking again after the lift would freeze it again, so this is the end.
        return (await isDone()) ? { kind: 'done' } : refused('engine_failed')
      case 'mismatch':
        // The engine has already logged the cause.
        throw new Error('the engine failed to execute the command')
      default:
        return ensureNever(reply)
    }
  }
  return (await isDone()) ? { kind: 'done' } : { kind: 'unknown' }
}
