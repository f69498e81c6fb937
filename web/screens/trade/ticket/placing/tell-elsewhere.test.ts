import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ToastRequest } from '#ui/toasts-store.ts'
import { createValueStore } from '#web/platform/value-store.ts'
import { inputOf } from '#web/screens/trade/ticket/placing/placing-stage.test.ts'
import type { PlacingState } from '#web/screens/trade/ticket/placing/placing-state.ts'
import { type TellParts, tellElsewhere } from '#web/screens/trade/ticket/placing/tell-elsewhere.ts'
import { createWordsStore } from '#web/stores/words.ts'

const input = inputOf()
const unknown: PlacingState = { kind: 'unknown', input }
const refused: PlacingState = {
  kind: 'refused',
  input,
  failure: {
    ...{ kind: 'refused', code: 0, msg: 'The market is closed.', reason: 'market_closed' },
    ...{ field: undefined, figures: {}, data: null },
  },
}

/** What is said of how it goes, while the address is this. */
async function saidAt(place: string, ...states: readonly PlacingState[]): Promise<readonly string[]> {
  const said: ToastRequest[] = []
  const placing = createValueStore<PlacingState>({ kind: 'idle' })
  const words = await createWordsStore({ read: () => 'en', write: () => undefined }, [])
  await words.need('trading')
  const list = { markets: [{ id: input.forex_id, showCode: 'EUR/USD' }] }
  const url = new URL(place, 'http://localhost')
  tellElsewhere({
    ...{ placing, words },
    toasts: { show: (request) => said.push(request) },
    markets: { list: { getSnapshot: () => list } } as unknown as TellParts['markets'],
    address: () => url,
  })
  for (const state of states) placing.set(state)
  // The words are there already, so that everything is said within a turn.
  await new Promise((resolve) => setImmediate(resolve))
  return said.map(({ text }) => text)
}

const doubt = 'EUR/USD · Nobody could say whether it was done. Ask again: it is never done twice.'

describe('how it went with an order', () => {
  test('of which nobody knows is said in a toast where the ticket is not asked for', async () => {
    assert.deepEqual(await saidAt('/trade', unknown), [doubt])
    assert.deepEqual(await saidAt('/order?type=1', unknown), [doubt])
    assert.deepEqual(await saidAt('/trade?ticket=buy', unknown), [])
  })

  test('that was refused is said in a toast on every other screen, as the server said it', async () => {
    assert.deepEqual(await saidAt('/order?type=1', refused), ['EUR/USD · The market is closed.'])
    // The sheet stands, or rises, to say it.
    assert.deepEqual(await saidAt('/trade', refused), [])
    assert.deepEqual(await saidAt('/trade?ticket=buy', refused), [])
  })

  test('is said once for each time it turns so, and nothing is said of what is under way', async () => {
    const sending: PlacingState = { kind: 'sending', input, isInDoubt: true }
    const again: PlacingState = { kind: 'unknown', input }
    assert.deepEqual(await saidAt('/trade', sending, unknown, unknown, sending, again), [doubt, doubt])
  })
})
