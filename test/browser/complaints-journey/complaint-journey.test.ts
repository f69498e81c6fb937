import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { downloadedText } from '#test/browser/downloaded-text.ts'
import { type FundsTeam, startFundsTeam } from '#test/browser/funds-journeys/funds-team.ts'
import { journeyAppearance, journeyWords } from '#test/browser/journey-language.ts'

const words = await journeyWords()

let team: FundsTeam
let phone: Page
let desk: Page

before(async () => {
  team = await startFundsTeam()
  const { token } = await team.users.openDemo('c'.repeat(32))
  await team.users.buy(token, 'BTCUSD', '0.01')
  const user = { uid: '', invite_code: '' }
  phone = await team.openPhone(
    { token, user, email: '' },
    '/mine/email?show=new&pick=open',
    journeyAppearance,
  )
  desk = await team.openDesk(team.owner, '/desk/complaints', journeyAppearance)
})

after(() => team?.stop())

test('a complaint about an order is filed, proven, answered and read', async () => {
  await phone.getByRole('dialog').locator('input[type=checkbox]').first().check()
  await phone.getByRole('button', { name: words.app('complaints.pick.done', { count: 1 }) }).tap()
  await phone.getByRole('dialog').waitFor({ state: 'detached' })
  await phone.locator('textarea[name=text]').fill('Why this price?')
  await phone.getByRole('button', { name: words.app('complaints.send'), exact: true }).tap()
  const download = phone.getByRole('button', { name: words.app('complaints.pack.download'), exact: true })
  await download.waitFor()
  const [file] = await Promise.all([phone.waitForEvent('download'), download.tap()])
  const stated = (await phone.locator('main code').textContent())?.replaceAll(/\s/g, '')
  const text = await downloadedText(file)
  assert.equal(createHash('sha256').update(text).digest('hex'), stated)
  await phone.getByText(words.app('complaints.pack.matches')).waitFor()
  await desk.reload()
  await desk.getByRole('link', { name: words.desk('complaints.start') }).click()
  await desk.getByText('Why this price?').waitFor()
  await desk.getByLabel(words.desk('complaint.answer.label')).fill('It was the ask of that second.')
  const send = { name: words.desk('complaint.answer.submit') }
  await desk.locator('main').getByRole('button', send).click()
  await desk.getByRole('alertdialog').getByRole('button', send).click()
  await desk.getByText(words.desk('complaints.empty.open')).waitFor()
  await phone.reload()
  await phone.getByText('It was the ask of that second.').waitFor()
  await phone.getByText(words.app('complaints.state.answered'), { exact: true }).waitFor()
})
