import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Call, CallRequest } from '#browser/calls/call-request.ts'
import { createProvider } from '#web/user/provider.ts'

const loaded = async () => undefined
const failed = () => Promise.reject(new Error('The code could not be loaded.'))

function setUp(answers: readonly (object | undefined)[], id?: number, load: () => Promise<void> = loaded) {
  const asked: (CallRequest['input'] | undefined)[] = []
  const written: number[] = []
  const left: string[] = []
  const call = async (request: CallRequest) => {
    asked.push(request.input)
    const answer = answers[asked.length - 1]
    if (answer === undefined) throw new Error('no answer')
    return answer
  }
  const provider = createProvider({
    call: call as Call,
    cookie: { read: () => written.at(-1) ?? id, write: (chosen) => written.push(chosen) },
    leave(address) {
      left.push(address)
      return load()
    },
  })
  return { provider, asked, written, left }
}

const good = { status: 0, loss_url: '', main_company: 1 }

describe('the chosen provider', () => {
  test('is asked about once, and kept for longer at each visit', async () => {
    const { provider, asked, written, left } = setUp([good], 7)
    assert.deepEqual(provider.getSnapshot(), { isModeOn: undefined, chosenId: 7 })
    await Promise.all([provider.refresh(), provider.refresh()])
    await provider.refresh()
    assert.deepEqual(asked, [{ id: 7 }])
    assert.deepEqual(provider.getSnapshot(), { isModeOn: true, chosenId: 7 })
    assert.deepEqual([written, left], [[7], []])
  })

  test('counts as none, with the mode off, until the server can be asked', async () => {
    const { provider, asked } = setUp([undefined, good])
    await provider.refresh()
    assert.deepEqual(provider.getSnapshot(), { isModeOn: false, chosenId: undefined })
    await provider.refresh()
    assert.deepEqual([asked, provider.getSnapshot().isModeOn], [[{ id: 0 }, { id: 0 }], true])
  })

  test('can be changed', async () => {
    const { provider, written } = setUp([good])
    provider.choose(3)
    provider.choose(4)
    assert.deepEqual([written, provider.getSnapshot().chosenId], [[3, 4], 4])
  })

  test('leads to the address only with a status other than 0', async () => {
    const lossUrl = 'https://notice.example/'
    for (const [status, loss_url, expected] of [
      [2, lossUrl, [lossUrl]],
      [0, lossUrl, []],
      [2, '', []],
    ] as const) {
      const { provider, left } = setUp([{ status, loss_url, main_company: 1 }], 7)
      await provider.refresh()
      assert.deepEqual(left, expected)
    }
  })

  const closed = { status: 2, loss_url: 'https://notice.example/', main_company: 1 }

  test('does not lead away after a later question than the first', async () => {
    const { provider, left } = setUp([undefined, closed], 7)
    await provider.refresh()
    await provider.refresh()
    assert.deepEqual([provider.getSnapshot().isModeOn, left], [true, []])
  })

  test('is known also if the app cannot be left, because the code for it did not load', async () => {
    const { provider, left } = setUp([closed], 7, failed)
    await provider.refresh()
    assert.deepEqual([provider.getSnapshot().isModeOn, left], [true, [closed.loss_url]])
  })
})
