// npm run operator [-- reset address]: lists operators, or resets the password and authenticator of one.
import { userInfo } from 'node:os'
import { parseEmailAddress } from '#core/user/contact.ts'
import { listOperators, resetOperator } from '#server/operators/operators.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createPasswords } from '#server/platform/passwords/passwords.ts'
import { systemRandom } from '#server/platform/random.ts'
import { StartFailure } from '#server/platform/start-failure.ts'
import type { Pool } from '#server/storage/storage.ts'
import { withStorage } from '#tools/tool-storage.ts'

const usage = 'Usage: npm run operator, or npm run operator -- reset address'

async function run([command, address, ...rest]: readonly string[]): Promise<number> {
  if (command === undefined) return await withStorage(({ pool }) => list(pool))
  if (command !== 'reset' || address === undefined || rest.length > 0) return fail(usage)
  const email = parseEmailAddress(address)
  if (email === undefined) return fail(`${address} is not an email address. ${usage}`)
  return await withStorage(({ pool }) => reset(pool, email))
}

async function list(pool: Pool): Promise<number> {
  for (const { email, role, isActive, hasTotp } of await listOperators(pool)) {
    const state = isActive ? '' : ', deactivated'
    console.log(`${email}   ${role}${state}${hasTotp ? '' : ', no authenticator yet'}`)
  }
  return 0
}

async function reset(pool: Pool, email: string): Promise<number> {
  const parts = { pool, clock: systemClock, random: systemRandom, passwords: createPasswords() }
  const outcome = await resetOperator(parts, { email, who: `cli:${userInfo().username}` })
  if (outcome.kind === 'unknown') return fail(`There is no operator ${email}.`)
  console.log(`${email} was reset, with the password ${outcome.password}`)
  console.log(
    'The password is shown only once. The next sign-in requires a new password and a new authenticator.',
  )
  if (!outcome.isActive) console.log('This operator is deactivated: an owner has to activate them again.')
  return 0
}

function fail(message: string): number {
  console.error(message)
  return 1
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (caught) {
  if (!(caught instanceof StartFailure)) throw caught
  process.exitCode = fail(caught.message)
}
