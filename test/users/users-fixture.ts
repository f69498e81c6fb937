// The users module on a real database, with captured messages and a clock that the test advances.
import assert from 'node:assert/strict'
import type { Channel } from '#core/user/contact.ts'
import { type Codes, createCodes } from '#server/codes/codes.ts'
import type { Message, StoredMessage } from '#server/messages/messages.ts'
import { createEncryption } from '#server/platform/encryption.ts'
import { createLog } from '#server/platform/log.ts'
import { systemRandom } from '#server/platform/random.ts'
import { type SettingKey, type SettingValue, settingDefinitions } from '#server/settings/settings.ts'
import { type Listen, openStorageForTool } from '#server/storage/storage.ts'
import { type ClientInfo, createUsers, type LoggedIn, type Users } from '#server/users/users.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { createTestPasswords } from '#test/users/test-passwords.ts'

export type UsersFixture = {
  readonly database: TestDatabase
  readonly users: Users
  readonly codes: Codes
  readonly client: ClientInfo
  /** All messages, oldest first. */
  readonly sent: readonly Message[]
  readonly setSetting: <Key extends SettingKey>(key: Key, value: SettingValue<Key>) => void
  /** Whether text messages can be sent. */
  readonly setSms: (on: boolean) => void
  readonly nowMs: () => number
  readonly advance: (ms: number) => void
  /** A second instance on the same database, simulating another process. */
  readonly anotherProcess: () => Promise<Users>
  /** A fresh email address. */
  readonly newAddress: () => string
  /** Requests a code and returns it. */
  readonly codeFor: (email: string, purpose?: 'register' | 'reset') => Promise<string>
  /** A real account with `password`, and a session. */
  readonly newUser: (email?: string, changes?: { readonly inviteCode?: string }) => Promise<LoggedIn>
  readonly stop: () => Promise<void>
}

export const password = 'correct horse 7'
const startMs = Date.UTC(2026, 0, 5, 12)

export async function createUsersFixture({ limits = false } = {}): Promise<UsersFixture> {
  const database = await createTestDatabase()
  const log = createLog('error', process.stderr)
  let nowMs = startMs
  const clock = { now: () => nowMs, elapsed: () => nowMs }
  const changed = new Map<SettingKey, unknown>()
  const settings = {
    get: <Key extends SettingKey>(key: Key) =>
      (changed.get(key) ?? settingDefinitions[key].default) as SettingValue<Key>,
  }
  const sent: Message[] = []
  let hasSms = true
  const messages = {
    send: (message: Message) => void sent.push(message),
    enqueue: async (_: unknown, { userId: _user, ...message }: StoredMessage) => void sent.push(message),
    canSend: (channel: Channel) => channel === 'email' || hasSms,
    stop: async () => {},
  }
  const { pool } = database
  const encryption = createEncryption(systemRandom.bytes(32), systemRandom)
  const shared = { pool, clock, random: systemRandom, log, settings, messages, encryption, limits }
  const codes = createCodes(shared)
  const passwords = createTestPasswords()
  const content = { recordConsents: async () => {} }
  const stops: (() => unknown)[] = []
  const open = async (listen: Listen) => {
    const users = await createUsers({ ...shared, codes, passwords, content, listen })
    stops.push(users.stop)
    return users
  }
  const listenToDatabase = async () => {
    const storage = await openStorageForTool({ databaseUrl: database.url, dataDir: '', log, clock })
    stops.push(storage.stop)
    return storage.listen
  }
  const users = await open(await listenToDatabase())
  const client: ClientInfo = {
    address: '203.0.113.9',
    device: 'a phone',
    limitKey: '203.0.113.9',
    language: 'en',
    statedLanguage: 'en',
    country: undefined,
  }
  let addresses = 0
  const newAddress = () => `person${++addresses}@example.com`

  async function codeFor(email: string, purpose: 'register' | 'reset' = 'register'): Promise<string> {
    // A recipient may get one code a minute.
    nowMs += 61_000
    const request = { channel: 'email', to: email, areaId: undefined, purpose } as const
    assert.deepEqual(await users.sendCode(request, client), { kind: 'sent' })
    const message = sent.at(-1)
    return message !== undefined && 'code' in message ? message.code : 'no code was sent'
  }
  async function newUser(
    email = newAddress(),
    changes: { readonly inviteCode?: string } = {},
  ): Promise<LoggedIn> {
    const code = await codeFor(email)
    const result = await users.register({ ...registration(email, code), ...changes }, client)
    assert.equal(result.kind, 'logged_in')
    return result as LoggedIn
  }
  return {
    database,
    users,
    codes,
    client,
    sent,
    setSetting: (key, value) => void changed.set(key, value),
    setSms: (on) => {
      hasSms = on
    },
    nowMs: () => nowMs,
    advance: (ms) => {
      nowMs += ms
    },
    anotherProcess: async () => await open(await listenToDatabase()),
    newAddress,
    codeFor,
    newUser,
    async stop() {
      for (const step of stops.reverse()) await step()
      await database.drop()
    },
  }
}

export function registration(email: string, code: string) {
  return {
    channel: 'email',
    contact: email,
    contactField: 'account',
    areaId: undefined,
    password,
    repeated: password,
    inviteCode: '',
    accepted: new Map(),
    code,
    captchaId: '',
    userId: undefined,
  } as const
}
