import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Call, CallRequest } from '#web/calls/call-request.ts'
import { createRegistrationSettings } from '#web/parts/auth-forms/registration-settings.ts'

/** Calls that are answered by hand, by the key they ask for. */
function stage() {
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

const usual = { isMobileShown: true, hasCaptcha: false, isInviteRequired: false }

describe('the rules of the way in', () => {
  test('are the usual ones until they are heard of, and when they cannot be', async () => {
    const { settings, asked } = stage()
    const heard = settings.refresh()
    assert.deepEqual(settings.getSnapshot(), usual)
    for (const { fail } of asked) fail()
    await heard
    assert.deepEqual(settings.getSnapshot(), usual)
  })

  test('are what the server says, each by itself', async () => {
    const { settings, asked } = stage()
    const heard = settings.refresh()
    asked.find(({ key }) => key === 'is_show_mobile')?.answer(0)
    asked.find(({ key }) => key === 'verify_reg_type')?.answer(2)
    asked.find(({ key }) => key === 'invite_required')?.fail()
    await heard
    assert.deepEqual(settings.getSnapshot(), { ...usual, isMobileShown: false, hasCaptcha: true })
  })

  test('are those of the newest question, whichever is answered last', async () => {
    const { settings, asked } = stage()
    const first = settings.refresh()
    const second = settings.refresh()
    for (const { answer } of asked.slice(3)) answer(1)
    for (const { answer } of asked.slice(0, 3)) answer(0)
    await Promise.all([first, second])
    assert.deepEqual(settings.getSnapshot(), { ...usual, isInviteRequired: true })
  })
})
