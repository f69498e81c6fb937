import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Call, CallRequest } from '#browser/calls/call-request.ts'
import { createRegistrationSettings } from '#web/parts/auth-forms/registration-settings.ts'

/** Records the calls, so that the test can answer each by its key. */
function createHarness() {
  const asked: {
    readonly key: unknown
    readonly answer: (value: number) => void
    readonly fail: () => void
  }[] = []
  const call = ((request: CallRequest) =>
    new Promise<number>((answer, reject) =>
      asked.push({ key: request.input?.['key'], answer, fail: () => reject(new Error('no connection')) }),
    )) as Call
  return {
    asked,
    settings: createRegistrationSettings(call, ['is_show_mobile', 'verify_reg_type', 'invite_required']),
  }
}

const defaults = { isMobileShown: true, hasCaptcha: false, isInviteRequired: false }

describe('registration settings', () => {
  test('have defaults before the first answer and after failures', async () => {
    const { settings, asked } = createHarness()
    const refreshed = settings.refresh()
    assert.deepEqual(settings.getSnapshot(), defaults)
    for (const { fail } of asked) fail()
    await refreshed
    assert.deepEqual(settings.getSnapshot(), defaults)
  })

  test('update one by one, and keep the default of one that fails', async () => {
    const { settings, asked } = createHarness()
    const refreshed = settings.refresh()
    asked.find(({ key }) => key === 'is_show_mobile')?.answer(0)
    asked.find(({ key }) => key === 'verify_reg_type')?.answer(2)
    asked.find(({ key }) => key === 'invite_required')?.fail()
    await refreshed
    assert.deepEqual(settings.getSnapshot(), { ...defaults, isMobileShown: false, hasCaptcha: true })
  })

  test('ignore late answers to an earlier refresh', async () => {
    const { settings, asked } = createHarness()
    const first = settings.refresh()
    const second = settings.refresh()
    for (const { answer } of asked.slice(3)) answer(1)
    for (const { answer } of asked.slice(0, 3)) answer(0)
    await Promise.all([first, second])
    assert.deepEqual(settings.getSnapshot(), { ...defaults, isInviteRequired: true })
  })
})
