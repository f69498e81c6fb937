import type { Pool, PoolClient } from 'pg'

export type TakenConnection = {
  readonly client: PoolClient
  /** Whether the database has closed the connection. */
  readonly isLost: () => boolean
  /** Returns the connection to the pool, which closes it if it is lost or to be discarded. */
  readonly release: (isDiscarded?: boolean) => void
}

/**
 * Takes a connection out of the pool and listens for its loss, because an `error` without a listener would end the
 * process. A promise of the pool is fulfilled too late for this: a new connection may be lost before.
 */
export function takeConnection(
  pool: Pick<Pool, 'connect'>,
  onLost: () => void = () => undefined,
): Promise<TakenConnection> {
  return new Promise((resolve, reject) => {
    pool.connect((fault, client) => {
      if (client === undefined) reject(fault)
      else resolve(listeningTo(client, onLost))
    })
  })
}

function listeningTo(client: PoolClient, onLost: () => void): TakenConnection {
  let isLost = false
  function lose(): void {
    isLost = true
    onLost()
  }
  client.on('error', lose)
  return {
    client,
    isLost: () => isLost,
    release(isDiscarded = false) {
      client.off('error', lose)
      client.release(isDiscarded || isLost)
    },
  }
}
