import webPush from 'web-push'
import type { Clock } from '#server/platform/clock.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import { StartFailure } from '#server/platform/start-failure.ts'
import { insertPushKeys, readPushKeys } from '#server/push/push-keys-store.ts'
import type { VapidKeys } from '#server/push/push-types.ts'
import type { Pool } from '#server/storage/storage.ts'

export type PushKeysParts = {
  readonly pool: Pool
  readonly encryption: Pick<Encryption, 'encrypt' | 'decrypt'>
  readonly clock: Pick<Clock, 'now'>
}

/** The key pair of this installation. Created at the first start; never replaced, because browsers are bound to it. */
export async function loadPushKeys({ pool, encryption, clock }: PushKeysParts): Promise<VapidKeys> {
  if ((await readPushKeys(pool)) === undefined) {
    const { publicKey, privateKey } = webPush.generateVAPIDKeys()
    await insertPushKeys(pool, { publicKey, privateKey: encryption.encrypt(privateKey) }, clock.now())
  }
  const stored = await readPushKeys(pool)
  if (stored === undefined) throw new Error('the push keys were not stored')
  return { publicKey: stored.publicKey, privateKey: decrypted(stored.privateKey, encryption) }
}

function decrypted(privateKey: Buffer, encryption: PushKeysParts['encryption']): string {
  try {
    return encryption.decrypt(privateKey)
  } catch {
    throw new StartFailure(
      'The key for pushes is encrypted with another key: restore the file secret.key in DATA_DIR, or set the former SECRET_KEY, then start again.',
    )
  }
}
