import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page, Request } from 'playwright-core'
import {
  annsSession,
  descriptionOf,
  formOf,
  placeOf,
  refusal,
  settings,
  setUpAuthenticationPhones,
  storedItem,
  success,
  waitForFocus,
} from '#test/browser/authentication/authentication-phones.ts'
import { legalHistory, legalText, paths } from '#test/browser/content/example-content.ts'
import { assertInert, hostileMarkdown, hostileNames } from '#test/browser/hostile-texts.ts'
import { showPageAgain } from '#test/browser/show-page.ts'
import { shownToasts } from '#test/browser/toasts.ts'
import { en, serverEn, startingWith } from '#test/browser/words.ts'

const phones = setUpAuthenticationPhones()

const register = '/api/user/register'
const setting = '/api/default/setting'
const captcha = '/api/common/captcha'

const email = (page: Page) => page.getByLabel(en('entry.email'))
const code = (page: Page) => page.getByLabel(en('entry.code'))
const password = (page: Page) => page.getByLabel(en('entry.password'), { exact: true })
const repeated = (page: Page) => page.getByLabel(en('entry.password.repeated'))
const invite = (page: Page) => page.getByLabel(startingWith(en('entry.invite')))
const submit = (page: Page) => page.getByRole('button', { name: en('entry.register.submit') })

async function fill(page: Page): Promise<void> {
  await email(page).fill('ann@example.com')
  await password(page).fill('kestrel 7')
  await repeated(page).fill('kestrel 7')
}

describe('the registration', () => {
  test('reports each empty field and focuses the first', async () => {
    const { page, calls } = await phones.open('/register', {
      answers: { [setting]: settings({ invite_required: 1 }) },
    })
    await page.getByLabel(en('entry.invite'), { exact: true }).waitFor()
    await submit(page).tap()
    await waitForFocus(email(page))
    assert.deepEqual(
      await Promise.all([email, code, password, repeated, invite].map((at) => descriptionOf(at(page)))),
      [
        en('entry.error.email'),
        en('entry.error.code'),
        en('entry.error.password'),
        en('entry.error.repeated'),
        en('entry.error.invite'),
      ],
    )
    assert.equal(await page.getByRole('alert').textContent(), en('entry.error.complete'))
    assert.equal(calls(register).length, 0)
  })

  test('reports two different passwords', async () => {
    const { page, calls } = await phones.open('/register')
    await fill(page)
    await code(page).fill('123456')
    await repeated(page).fill('kestrel 8')
    await submit(page).tap()
    await waitForFocus(repeated(page))
    assert.equal(await descriptionOf(repeated(page)), en('entry.error.inconsistent'))
    assert.deepEqual([await page.getByRole('alert').textContent(), calls(register).length], ['', 0])
  })

  test('submits a form, starts the session and continues', async () => {
    const { page, calls } = await phones.open('/register?from=%2Ffeedback&invite_code=7KQ2M9RD', {
      answers: { [register]: success(annsSession, serverEn('done.registered')) },
    })
    await fill(page)
    await code(page).fill('123456')
    await submit(page).tap()
    await page.waitForURL(/\/feedback$/)
    assert.match(calls(register)[0]?.headers()['content-type'] ?? '', /x-www-form-urlencoded/)
    assert.deepEqual(formOf(calls(register)[0]), {
      type: '1',
      account: 'ann@example.com',
      password: 'kestrel 7',
      re_password: 'kestrel 7',
      invite_code: '7KQ2M9RD',
      sms_code: '123456',
    })
    assert.equal(await storedItem(page, 'openlot.session'), 'token-of-ann')
    assert.deepEqual(await shownToasts(page), [serverEn('done.registered')])
    assert.equal(await page.evaluate(() => sessionStorage.getItem('openlot.invite_code')), null)
  })

  test('accepts a mobile number with its area', async () => {
    const { page, calls } = await phones.open('/register', { answers: { [register]: refusal('busy', 'No') } })
    await page.getByRole('tab', { name: en('entry.channel.mobile') }).tap()
    await page.getByLabel(en('entry.mobile'), { exact: true }).fill('81 234 5678')
    await code(page).fill('123456')
    await password(page).fill('kestrel 7')
    await repeated(page).fill('kestrel 7')
    await submit(page).tap()
    await page.getByText('No', { exact: true }).waitFor()
    const { type, area_id, mobile, account } = formOf(calls(register)[0])
    assert.deepEqual([type, area_id, mobile, account], ['2', '12', '812345678', undefined])
  })

  for (const [reason, field, msg, at] of [
    ['wrong_code', 'sms_code', 'This code is wrong.', code],
    ['account_exists', 'account', 'There is an account already.', email],
    ['password_common', 'password', 'Too common.', password],
    ['invite_unknown', 'invite_code', 'Not known.', invite],
  ] as const) {
    test(`shows ${reason} beside its field, once, and keeps the input`, async () => {
      const { page } = await phones.open('/register', {
        answers: { [register]: refusal(reason, msg, field) },
      })
      await fill(page)
      await code(page).fill('123456')
      await submit(page).tap()
      await waitForFocus(at(page))
      assert.equal(await descriptionOf(at(page)), msg)
      assert.deepEqual(await shownToasts(page), [])
      assert.deepEqual(
        await Promise.all([email, code, password, repeated].map((field) => field(page).inputValue())),
        ['ann@example.com', '123456', 'kestrel 7', 'kestrel 7'],
      )
    })
  }

  test('shows the password strength and the restricted countries', async () => {
    const { page } = await phones.open('/register')
    const strength = page.getByRole('meter', { name: en('entry.strength') })
    const shown = async () => [
      await strength.getAttribute('value'),
      await strength.getAttribute('aria-valuetext'),
    ]
    assert.deepEqual(await shown(), ['0', null])
    await password(page).fill('password1')
    assert.deepEqual(await shown(), ['1', en('entry.strength.weak')])
    await password(page).fill('correct horse 1')
    assert.deepEqual(await shown(), ['4', en('entry.strength.strong')])
    await page
      .getByText(
        en('entry.register.countries', {
          countries: 'North Korea, Israel, China, Hong Kong, Vanuatu, and Cuba',
        }),
      )
      .waitFor()
    await page.getByText(en('entry.register.risk')).waitFor()
  })

  test('sets the autocomplete hints for password managers and phones', async () => {
    const { page } = await phones.open('/register')
    const attributes = await Promise.all(
      [email, code, password, repeated].map((at) => at(page).getAttribute('autocomplete')),
    )
    assert.deepEqual(attributes, ['username', 'one-time-code', 'new-password', 'new-password'])
    assert.equal(await code(page).getAttribute('inputmode'), 'numeric')
  })
})

describe('an invitation code', () => {
  test('is filled in from the URL, and survives navigation and reload', async () => {
    const { page } = await phones.open('/register?invite_code=7KQ2M9RD')
    assert.equal(await invite(page).inputValue(), '7KQ2M9RD')
    await page.getByRole('link', { name: en('entry.login.submit') }).tap()
    await page.locator('[data-screen=login]').waitFor()
    await page.getByRole('link', { name: en('entry.login.register') }).tap()
    await page.locator('[data-screen=register]').waitFor()
    assert.deepEqual([placeOf(page), await invite(page).inputValue()], ['/register', '7KQ2M9RD'])
    await page.reload()
    assert.equal(await invite(page).inputValue(), '7KQ2M9RD')
  })

  test('is optional unless required', async () => {
    const { page, calls, answer } = await phones.open('/register', {
      answers: { [register]: refusal('busy', 'No') },
    })
    await fill(page)
    await code(page).fill('123456')
    await submit(page).tap()
    await page.getByText('No', { exact: true }).waitFor()
    assert.equal(formOf(calls(register)[0])['invite_code'], undefined)
    answer(setting, settings({ invite_required: 1 }))
    await showPageAgain(page)
    await page.getByLabel(en('entry.invite'), { exact: true }).waitFor()
    await submit(page).tap()
    await waitForFocus(invite(page))
    assert.equal(calls(register).length, 1)
  })
})

describe('the captcha', () => {
  const picture = (number: number) =>
    `data:image/svg+xml;base64,${btoa(`<svg xmlns="http://www.w3.org/2000/svg" width="120" height="44" id="p${number}"/>`)}`
  const text = (page: Page) => page.getByLabel(en('entry.captcha'))
  const button = (page: Page) => page.getByRole('button', { name: en('entry.captcha.picture') })
  const shown = (page: Page) => button(page).locator('img').getAttribute('src')

  async function open() {
    let drawn = 0
    const phone = await phones.open('/register', {
      answers: {
        [setting]: settings({ verify_reg_type: 2 }),
        [captcha]: () => {
          drawn += 1
          return success({ id: `picture-${drawn}`, b64s: picture(drawn) })
        },
        [register]: refusal('wrong_captcha', 'The characters do not match.', 'sms_code'),
      },
    })
    await button(phone.page).locator('img').waitFor()
    return phone
  }

  test('is renewed by a press and after a wrong answer, which is shown beside it', async () => {
    const { page, calls } = await open()
    assert.equal(await shown(page), picture(1))
    await button(page).tap()
    await page.locator(`img[src="${picture(2)}"]`).waitFor()
    await fill(page)
    await text(page).fill('kx7p')
    await submit(page).tap()
    await page.locator(`img[src="${picture(3)}"]`).waitFor()
    assert.deepEqual(
      [await text(page).inputValue(), await descriptionOf(text(page))],
      ['', 'The characters do not match.'],
    )
    const { key, sms_code } = formOf(calls(register)[0])
    assert.deepEqual([key, sms_code], ['picture-2', 'kx7p'])
    assert.equal(await page.getByRole('button', { name: en('entry.code.send') }).count(), 0)
  })

  test('stays after another error', async () => {
    const { page, answer } = await open()
    answer(register, refusal('invite_unknown', 'Not known.', 'invite_code'))
    await fill(page)
    await text(page).fill('kx7p')
    await submit(page).tap()
    await waitForFocus(invite(page))
    assert.deepEqual([await shown(page), await text(page).inputValue()], [picture(1), 'kx7p'])
  })

  test('that fails to load can be requested again', async () => {
    const { page, answer } = await phones.open('/register', {
      answers: { [setting]: settings({ verify_reg_type: 2 }), [captcha]: 'nothing' },
      allowConsoleErrors: true,
    })
    const again = page.getByRole('button', { name: en('entry.captcha.failed') })
    await again.waitFor()
    answer(captcha, success({ id: 'one', b64s: picture(1) }))
    await again.tap()
    await button(page).locator('img').waitFor()
  })

  describe('asks to accept the legal texts', () => {
    const consent = (page: Page) => page.locator('input[name=consent]')
    const answers = {
      [register]: success(annsSession),
      [paths.history]: (request: Request) =>
        success(legalHistory(new URL(request.url()).searchParams.get('kind') ?? '')),
      [paths.legal]: (request: Request) => {
        const { searchParams } = new URL(request.url())
        return success(legalText(searchParams.get('kind') ?? '', Number(searchParams.get('edition'))))
      },
    }

    test('which open above the form, and sends the versions that were shown', async () => {
      const { page, calls } = await phones.open('/register?from=%2Ffeedback', { answers })
      await fill(page)
      await code(page).fill('123456')
      await consent(page).waitFor()
      await submit(page).tap()
      await waitForFocus(consent(page))
      assert.equal(await descriptionOf(consent(page)), en('entry.error.consent'))
      await page.getByRole('link', { name: en('title.legal_terms') }).tap()
      await page.getByRole('dialog').getByText('Text of terms in version 3').waitFor()
      await page.goBack()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      assert.equal(await code(page).inputValue(), '123456')
      await consent(page).check()
      await submit(page).tap()
      await page.waitForURL(/\/feedback$/)
      assert.deepEqual(
        calls(register).map((request) => formOf(request)['consent']),
        ['terms:3,privacy:1,risk:2'],
      )
    })

    test('which are inert if they are hostile', async () => {
      const hostile = {
        ...legalText('terms'),
        title: hostileNames.join(' '),
        content: `<p>safe</p>${hostileMarkdown}`,
      }
      const { page } = await phones.open('/register', {
        answers: { ...answers, [paths.legal]: success(hostile) },
        // The browser reports that it has blocked the styles in this text.
        allowConsoleErrors: true,
      })
      await page.getByRole('link', { name: en('title.legal_terms') }).tap()
      await page.getByRole('dialog').getByText('safe', { exact: true }).waitFor()
      await assertInert(page)
    })

    test('again if they change meanwhile, and not if they cannot be read', async () => {
      const { page, calls, answer } = await phones.open('/register', { answers })
      await consent(page).check()
      answer(paths.history, success([{ edition: 4, published_at: '', asks_consent: 1 }]))
      await showPageAgain(page)
      await page.locator('input[name=consent]:not(:checked)').waitFor()
      const other = await phones.open('/register', { answers: { [register]: success(annsSession) } })
      await fill(other.page)
      await code(other.page).fill('123456')
      await submit(other.page).tap()
      await other.page.locator('[data-screen=home]').waitFor()
      assert.equal(formOf(other.calls(register)[0])['consent'], undefined)
      assert.equal(calls(register).length, 0)
    })
  })
})
