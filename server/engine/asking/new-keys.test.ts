import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rememberedMs } from '#server/engine/memory/remembered.ts'
import { buy, demo, keyed, openEngineStage, orderOf, other } from '#test/engine/engine-stage.ts'
import { turn } from '#test/trading-day/start-engine.ts'

async function openCountedStage() {
  let reads = 0
  const stage = await openEngineStage((store) => ({
    ...store,
    outcomes: async (keys, since) => {
      reads += 1
      return await store.outcomes(keys, since)
    },
  }))
  await turn()
  const ask = async (...asked: Parameters<typeof stage.ask>) => await stage.heard(stage.ask(...asked))
  return { stage, ask, reads: () => reads }
}

test('nothing is read for a key that was never used', async () => {
  const { ask, reads } = await openCountedStage()
  orderOf(await ask(demo, buy, keyed('first')))
  orderOf(await ask(demo, buy, keyed('second')))
  orderOf(await ask(other, buy, keyed('first')))
  assert.equal(reads(), 0)
})

test('a key that memory has forgotten is read, and done once', async () => {
  const { stage, ask, reads } = await openCountedStage()
  const first = orderOf(await ask(demo, buy, keyed('first')))
  stage.time.advance(rememberedMs + 1)
  await stage.heard(stage.running().engine.sweep())
  assert.deepEqual(orderOf(await ask(demo, buy, keyed('first'))), first)
  assert.equal(reads(), 1)
})

test('a key from before the start is read, and done once', async () => {
  const { stage, ask, reads } = await openCountedStage()
  const first = orderOf(await ask(demo, buy, keyed('first')))
  stage.time.advance(rememberedMs + 1)
  await stage.startAgain()
  await turn()
  assert.deepEqual(orderOf(await ask(demo, buy, keyed('first'))), first)
  orderOf(await ask(demo, buy, keyed('second')))
  assert.equal(reads(), 1)
})
