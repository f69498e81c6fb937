import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { setUpShowcase } from '#test/browser/ui/showcase-page.ts'
import { startTouch } from '#test/browser/ui/touch.ts'

const script = fileURLToPath(import.meta.resolve('#test/browser/ui/kept-alive-app.tsx'))
const showcase = setUpShowcase({ stillClock: true, script })

beforeEach(() => title('asked 0, refreshed 0'))

const title = (text: string) => showcase.page.getByRole('heading', { name: text }).waitFor()
const main = () => showcase.page.locator('main:visible')
const go = (name: string) => showcase.page.getByRole('navigation').getByText(name).tap()

async function pull(): Promise<void> {
  const touch = await startTouch(showcase.page, [195, 300])
  await touch.moveTo([195, 520])
  await touch.end()
  await main().getByText('Refreshing').waitFor()
}

describe('a kept-alive screen', () => {
  test('keeps its scroll position', async () => {
    await main().evaluate((element) => element.scrollTo(0, 450))
    await go('Second')
    await main().getByText('Second 0').waitFor()
    assert.equal(await main().evaluate((element) => element.scrollTop), 0)
    await go('First')
    await main().getByText('First 10').waitFor()
    assert.equal(await main().evaluate((element) => element.scrollTop), 450)
  })

  test('requests the next page once, however often it is shown', async () => {
    await main().evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await title('asked 1, refreshed 0')
    await main().evaluate((element) => element.scrollTo(0, 0))
    await go('Second')
    await title('asked 0, refreshed 0')
    await go('First')
    await main().evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await showcase.page.getByRole('button', { name: 'Send more' }).tap()
    await main().getByText('First 79').waitFor({ state: 'attached' })
    await title('asked 1, refreshed 0')
    await main().evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await title('asked 2, refreshed 0')
  })

  test('hidden during a refresh does not return with its indicator half open', async () => {
    await pull()
    await go('Second')
    await main().getByText('Second 0').waitFor()
    await go('First')
    await title('asked 0, refreshed 1')
    assert.equal(await main().getByText('Refreshing').count(), 0)
    await pull()
    await title('asked 0, refreshed 2')
  })
})
