import { createHash, createHmac, pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { type Random, systemRandom } from '#server/platform/random.ts'

const iterations = 4096
const passwordBytes = 32
const saltBytes = 16

/** 256 random bits, in characters that need no quoting in a URL or a password file. */
export function generatePassword(random: Random = systemRandom): string {
  return Buffer.from(random.bytes(passwordBytes)).toString('base64url')
}

/**
 * What PostgreSQL stores for a password (RFC 5802, RFC 7677). A statement that carries it instead of the password leaves
 * no secret in a log.
 */
export async function scramVerifier(password: string, random: Random = systemRandom): Promise<string> {
  const salt = Buffer.from(random.bytes(saltBytes))
  const salted = await promisify(pbkdf2)(password, salt, iterations, 32, 'sha256')
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest()
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64')
  const serverKey = hmac('Server Key').toString('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}
