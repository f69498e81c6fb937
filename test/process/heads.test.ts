// The real server records and posts heads. A history that is rewritten with all its hashes is noticed.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isSignedBy, parseHeadLine, parsePublicKey } from '#server/heads/heads.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { startHeadsReceiver } from '#test/heads/heads-receiver.ts'
import { makeDataDir, type RunningServer, startServer } from '#test/process/running-server.ts'
import { rehashAudit, whileAuditRewritten } from '#test/verify/rewrite-audit.ts'

const data = makeDataDir()
let database: TestDatabase
let receiver: Awaited<ReturnType<typeof startHeadsReceiver>>
let server: RunningServer | undefined

before(async () => {
  database = await createTestDatabase()
  receiver = await startHeadsReceiver()
})
after(async () => {
  server?.child.kill('SIGKILL')
  await server?.ended
  await receiver.close()
  await database.drop()
  data.remove()
})

const environment = () => ({ DATA_DIR: data.dir, DATABASE_URL: database.url, HEADS_URL: receiver.url })

async function start(): Promise<RunningServer> {
  server = startServer(environment())
  await server.waitForOutput('Openlot is ready')
  return server
}

async function runTool(...command: readonly string[]) {
  const tool = startServer(environment(), [process.execPath, ...command])
  return { exitCode: await tool.ended, output: tool.output() }
}

/** The next posted head, which is accepted. */
async function nextPosted() {
  const { body, answer } = await receiver.requests.next()
  answer(204)
  return parseHeadLine(body) ?? assert.fail(body)
}

test('a head is posted at the start and at the stop, signed with the key that is logged and printed', async () => {
  const first = await start()
  const started = await nextPosted()
  const change = await runTool('tools/setting.ts', 'is_show_mobile', '0')
  assert.equal(change.exitCode, 0, change.output)
  first.child.kill('SIGTERM')
  const stopped = await nextPosted()
  assert.equal(await first.ended, 0)
  assert.equal(stopped.audit.position, started.audit.position + 1)
  const printed = (await runTool('tools/verify.ts', '--print-key')).output.trim()
  const [, logged] = /"publicKey":"([\w-]+)"/.exec(first.output()) ?? []
  assert.equal(printed, logged)
  const key = parsePublicKey(printed) ?? assert.fail()
  assert.ok(isSignedBy(key, started) && isSignedBy(key, stopped))
  assert.match((await runTool('tools/verify.ts')).output, /^heads {8}2 recorded, compared/m)
})

test('an audit entry rewritten with all hashes is found by verify, and raises an alarm at the next start', async () => {
  await whileAuditRewritten(
    database,
    async (query) => {
      await query(`update audit_entries set who = 'cli:ben' where action = 'setting_changed'`)
      await rehashAudit(query, database)
    },
    async () => {
      const { exitCode, output } = await runTool('tools/verify.ts')
      assert.equal(exitCode, 1, output)
      assert.match(
        output,
        /^FOUND +1 \(unmatched recorded heads: 1\)\n {2}audit_chain \d+: was another one at /m,
      )
      const second = await start()
      assert.match(second.output(), /ALARM: the history differs from the recorded head/)
      // The head before the difference is posted again.
      assert.deepEqual([(await nextPosted()).differs, (await nextPosted()).differs], [false, true])
      second.child.kill('SIGTERM')
      assert.equal(await second.ended, 0)
    },
  )
})
