import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Call } from '#browser/calls/call-request.ts'
import { callerTo, envelope, hangUp, startTestServer } from '#test/fakes/call-server.ts'
import { createCaptcha } from '#web/parts/auth-forms/captcha.ts'

const picture = 'data:image/png;base64,AAAA'

describe('a captcha', () => {
  test('loads a picture, and another one on the next draw', async (context) => {
    const server = await startTestServer(
      context,
      envelope(1, '', { id: 'one', b64s: picture }),
      envelope(1, '', { id: 'two', b64s: picture }),
    )
    const captcha = createCaptcha(callerTo(server.origin).call)
    await captcha.draw()
    assert.deepEqual(captcha.getSnapshot(), { kind: 'ready', id: 'one', picture })
    const again = captcha.draw()
    assert.deepEqual(captcha.getSnapshot(), { kind: 'loading' })
    await again
    assert.deepEqual(captcha.getSnapshot(), { kind: 'ready', id: 'two', picture })
  })

  for (const [what, answer] of [
    ['no answer', hangUp],
    [
      'an answer without a picture',
      envelope(1, '', { id: 'x', b64s: 'https://elsewhere.example/picture.png' }),
    ],
  ] as const) {
    test(`has failed after ${what}`, async (context) => {
      const server = await startTestServer(context, answer)
      const captcha = createCaptcha(callerTo(server.origin).call)
      await captcha.draw()
      assert.deepEqual(captcha.getSnapshot(), { kind: 'failed' })
    })
  }

  test('ignores a late answer to an earlier draw', async () => {
    const answers: ((answer: unknown) => void)[] = []
    const call = (() => new Promise<unknown>((answer) => answers.push(answer))) as Call
    const captcha = createCaptcha(call)
    const both = [captcha.draw(), captcha.draw()]
    answers[1]?.({ id: 'newer', b64s: picture })
    answers[0]?.({ id: 'older', b64s: picture })
    await Promise.all(both)
    assert.deepEqual(captcha.getSnapshot(), { kind: 'ready', id: 'newer', picture })
  })
})
