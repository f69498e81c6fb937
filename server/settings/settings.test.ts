import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { after, before, beforeEach, describe, it, type TestContext } from 'node:test'
import { systemClock } from '#server/platform/clock.ts'
import { createLog } from '#server/platform/log.ts'
import { createSettings, type SettingKey, type Settings, settingKeys } from '#server/settings/settings.ts'
import { openStorageForTool } from '#server/storage/storage.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'

describe('settings', () => {
  let database: TestDatabase
  let logged = ''
  before(async () => {
    database = await createTestDatabase()
  })
  after(async () => await database.drop())
  beforeEach(async () => {
    logged = ''
    await database.query('delete from settings')
  })

  /** Settings with their own database sessions, as in another process. */
  async function open(t: TestContext): Promise<Settings> {
    const destination = new Writable({
      write: (line, _encoding, done) => {
        logged += line
        done()
      },
    })
    const log = createLog('warn', destination)
    const storage = await openStorageForTool({
      databaseUrl: database.url,
      dataDir: '',
      log,
      clock: systemClock,
    })
    t.after(storage.stop)
    const settings = await createSettings({ ...storage, log })
    t.after(settings.stop)
    return settings
  }

  /** Resolves once the value of the key changes. */
  function changeOf(settings: Settings, key: SettingKey): Promise<void> {
    return new Promise((resolve) => {
      settings.subscribe((changed) => {
        if (changed === key) resolve()
      })
    })
  }

  async function audit(who: string): Promise<unknown[]> {
    const { rows } = await database.query(
      'select key, old_value, new_value from setting_changes where changed_by = $1 order by id',
      [who],
    )
    return rows
  }

  it('start with their defaults', async (t) => {
    const settings = await open(t)
    assert.equal(settings.get('invite_required'), 0)
    assert.equal(settings.get('service_link'), '')
  })

  it('change here at once and shortly after in another process, and are audited', async (t) => {
    const [ours, theirs] = [await open(t), await open(t)]
    const arrived = changeOf(theirs, 'invite_required')
    assert.deepEqual(await ours.change('invite_required', ' 1 ', 'operator:7'), {
      kind: 'changed',
      from: '0',
      to: '1',
    })
    assert.equal(ours.get('invite_required'), 1)
    await arrived
    assert.equal(theirs.get('invite_required'), 1)
    assert.deepEqual(await audit('operator:7'), [{ key: 'invite_required', old_value: '0', new_value: '1' }])
  })

  it('are listed as text with their options', async (t) => {
    const settings = await open(t)
    await settings.change('service_link_type', '3', 'lister')
    const listed = new Map(settings.list().map(({ key, ...rest }) => [key, rest]))
    assert.deepEqual([...listed.keys()], settingKeys)
    const { description, ...rest } = listed.get('service_link_type') ?? {}
    assert.deepEqual(rest, { value: '3', default: '1', options: ['1', '2', '3'] })
    assert.match(description ?? '', /support button/)
    assert.deepEqual(listed.get('service_link')?.options, [])
  })

  it('are not audited when set to their current value', async (t) => {
    const settings = await open(t)
    assert.deepEqual(await settings.change('invite_required', '0', 'same'), { kind: 'unchanged', value: '0' })
    assert.deepEqual(await audit('same'), [])
  })

  it('refuse invalid values and unknown keys', async (t) => {
    const settings = await open(t)
    assert.deepEqual(await settings.change('trade_fee_type', '3', 'wrong'), {
      kind: 'refused',
      reason: 'was not changed: it must be 1 or 2',
    })
    assert.deepEqual(await settings.change('no_such', '1', 'wrong'), {
      kind: 'refused',
      reason: 'is not a setting',
    })
    assert.deepEqual(await audit('wrong'), [])
  })

  it('write neither value nor audit if one of them fails', async (t) => {
    const settings = await open(t)
    await assert.rejects(settings.change('invite_required', '1', ''), /setting_changes_changed_by_check/)
    assert.equal(settings.get('invite_required'), 0)
    assert.equal((await database.query('select 1 from settings')).rowCount, 0)
  })

  it('keep an unbroken chain of old and new values under concurrent changes', async (t) => {
    const [ours, theirs] = [await open(t), await open(t)]
    const links = Array.from({ length: 12 }, (_, index) => `https://example.com/${index}`)
    await Promise.all(
      links.map((link, index) => (index % 2 === 0 ? ours : theirs).change('service_link', link, 'many')),
    )
    const { rows } = await database.query<{ old_value: string; new_value: string }>(
      `select old_value, new_value from setting_changes where changed_by = 'many' order by id`,
    )
    assert.equal(rows.length, links.length)
    assert.deepEqual(
      rows.map((row) => row.old_value),
      ['', ...rows.slice(0, -1).map((row) => row.new_value)],
    )
    assert.equal((await open(t)).get('service_link'), rows.at(-1)?.new_value)
  })

  it('ignore unknown keys and invalid stored values with a warning', async (t) => {
    await database.query(`insert into settings values ('retired_one', '1'), ('verify_reg_type', '9')`)
    const settings = await open(t)
    assert.equal(settings.get('verify_reg_type'), 1)
    assert.match(logged, /"setting":"retired_one","msg":"unknown setting ignored"/)
    assert.match(logged, /"setting":"verify_reg_type".*"msg":"invalid stored setting ignored"/)
    await settings.change('verify_reg_type', '2', 'repair')
    assert.equal(settings.get('verify_reg_type'), 2)
  })

  it('are read again after a lost connection', async (t) => {
    const settings = await open(t)
    const arrived = changeOf(settings, 'is_show_mobile')
    // Changed without a NOTIFY, so the change is found only by reading the settings again.
    await database.query(`insert into settings values ('is_show_mobile', '0')`)
    await database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where query like 'listen %' and datname = current_database()`,
    )
    await arrived
    assert.equal(settings.get('is_show_mobile'), 0)
  })

  it('do not notify after unsubscribing', async (t) => {
    const settings = await open(t)
    const changes: SettingKey[] = []
    const stop = settings.subscribe((key) => changes.push(key))
    await settings.change('is_show_mobile', '0', 'test')
    stop()
    await settings.change('is_show_mobile', '1', 'test')
    assert.deepEqual(changes, ['is_show_mobile'])
  })
})
