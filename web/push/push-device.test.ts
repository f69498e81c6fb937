import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createFakePush, serverKeys } from '#test/web/fake-push.ts'

const told = 'subscribe en https://push.example/1'

/** A device on which user 7 has turned pushes on. The events so far are forgotten. */
async function turnedOn() {
  const push = createFakePush()
  await push.open().enable()
  push.events.length = 0
  return push
}

describe('turning pushes on', () => {
  test('asks first, then subscribes with the key of the server and tells it', async () => {
    const { open, events } = createFakePush()
    const device = open()
    assert.equal(device.getSnapshot(), 'off')
    const result = device.enable()
    assert.deepEqual(events, ['asked'], 'within the tap')
    assert.equal(await result, 'on')
    assert.deepEqual(events, ['asked', 'registered /sw.js', 'subscribed 1', told])
    assert.equal(device.getSnapshot(), 'on')
  })

  const answers = [
    ['denied', 'blocked', 'blocked'],
    ['default', 'dismissed', 'off'],
  ] as const
  for (const [answer, result, state] of answers)
    test(`${answer} by the user -> ${result}, nothing is sent`, async () => {
      const { world, open, events } = createFakePush()
      world.answer = answer
      const device = open()
      assert.equal(await device.enable(), result)
      assert.deepEqual([device.getSnapshot(), events], [state, ['asked']])
    })

  const outages = ['isServerDown', 'isPushServiceDown'] as const
  for (const outage of outages)
    test(`${outage} -> failed and off; the next tap succeeds`, async () => {
      const { world, open } = createFakePush()
      const device = open()
      world[outage] = true
      assert.equal(await device.enable(), 'failed')
      assert.equal(device.getSnapshot(), 'off')
      world[outage] = false
      assert.equal(await device.enable(), 'on')
    })

  test('a push service that the server does not know -> said so, and the subscription is dropped', async () => {
    const { world, open, events } = createFakePush()
    world.isServiceKnown = false
    const device = open()
    assert.equal(await device.enable(), 'unknown_service')
    assert.equal(device.getSnapshot(), 'unknown_service')
    assert.deepEqual(events, ['asked', 'registered /sw.js', 'subscribed 1', told, 'unsubscribed'])
    assert.deepEqual([world.subscription, world.text], [undefined, undefined])
    assert.equal(open().getSnapshot(), 'off', 'after the next start the user may try again')
  })

  test('an unknown push service that is down, too -> unknown_service, and nothing is kept', async () => {
    const { world, open } = createFakePush()
    await open().enable()
    Object.assign(world, { isServiceKnown: false, isPushServiceDown: true, language: 'hk' })
    const device = open()
    assert.equal(await device.enable(), 'unknown_service')
    assert.equal(world.text, undefined)
  })

  test('a service worker that does not start -> failed after 15 s', async () => {
    const { world, open, timers } = createFakePush()
    world.doesWorkerStart = false
    const result = open().enable()
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
    timers.advance(15_000)
    assert.equal(await result, 'failed')
  })

  test('a session that ends meanwhile -> the next user is off', async () => {
    const { world, open } = createFakePush()
    const device = open()
    const result = device.enable()
    world.user = undefined
    await result
    world.user = { id: 8, token: 'token-8' }
    device.refresh()
    assert.equal(device.getSnapshot(), 'off')
  })
})

describe('at the next start', () => {
  type World = ReturnType<typeof createFakePush>['world']
  const table: readonly (readonly [string, (world: World) => void, readonly string[]])[] = [
    ['nothing has changed -> nothing is told', () => undefined, []],
    [
      'another language -> told',
      (world) => {
        world.language = 'hk'
      },
      ['subscribe hk https://push.example/1'],
    ],
    [
      'another session of the same user -> told',
      (world) => {
        world.user = { id: 7, token: 'token-9' }
      },
      [told],
    ],
    [
      'the browser has lost the subscription -> subscribed again and told',
      (world) => {
        world.subscription = undefined
      },
      ['subscribed 2', 'subscribe en https://push.example/2'],
    ],
    [
      'another key of the server -> subscribed again and told',
      (world) => {
        world.serverKey = serverKeys[1]
      },
      ['unsubscribed', 'subscribed 2', 'subscribe en https://push.example/2'],
    ],
  ]
  for (const [name, change, expected] of table)
    test(name, async () => {
      const { world, open, events } = await turnedOn()
      change(world)
      const device = open()
      assert.equal(device.getSnapshot(), 'on')
      await device.sync()
      assert.deepEqual(events, ['registered /sw.js', ...expected])
      await device.sync()
      assert.equal(events.length, 1 + expected.length, 'once per page')
    })

  for (const [name, afterMs, expected] of [
    ['less than a day later -> nothing is told', 86_400_000 - 1, []],
    ['a day later -> told again, once', 86_400_000, [told]],
  ] as const)
    test(name, async () => {
      const { open, events, timers } = await turnedOn()
      timers.advance(afterMs)
      await open().sync()
      await open().sync()
      assert.deepEqual(
        events.filter((event) => event.startsWith('subscribe ')),
        expected,
      )
    })

  test('another user is off, and nothing is told', async () => {
    const { world, open, events } = await turnedOn()
    world.user = { id: 8, token: 'token-8' }
    const device = open()
    await device.sync()
    assert.deepEqual([device.getSnapshot(), events], ['off', []])
    assert.equal(await device.enable(), 'on')
    world.user = { id: 7, token: 'token-7' }
    device.refresh()
    assert.equal(device.getSnapshot(), 'off', 'the subscription now belongs to the other user')
  })

  test('a permission that was taken back -> blocked, and nothing is told', async () => {
    const { world, open, events } = await turnedOn()
    world.permission = 'denied'
    const device = open()
    await device.sync()
    assert.deepEqual([device.getSnapshot(), events], ['blocked', []])
  })

  test('a server that no longer knows the push service -> unknown_service, and the subscription is dropped', async () => {
    const { world, open, events } = await turnedOn()
    Object.assign(world, { isServiceKnown: false, language: 'hk' })
    const device = open()
    await device.sync()
    assert.equal(device.getSnapshot(), 'unknown_service')
    assert.deepEqual(events, ['registered /sw.js', 'subscribe hk https://push.example/1', 'unsubscribed'])
    assert.equal(world.text, undefined)
  })

  test('a server that is down -> still on, and told later', async () => {
    const { world, open, events } = await turnedOn()
    world.language = 'hk'
    world.isServerDown = true
    const device = open()
    await device.sync()
    assert.equal(device.getSnapshot(), 'on')
    world.isServerDown = false
    await device.sync()
    assert.deepEqual(events, ['registered /sw.js', 'subscribe hk https://push.example/1'])
  })
})

describe('turning pushes off', () => {
  test('tells the server and ends the subscription', async () => {
    const { world, open, events } = await turnedOn()
    const device = open()
    assert.equal(await device.disable(), true)
    assert.deepEqual(events, ['unsubscribe en https://push.example/1', 'unsubscribed'])
    assert.deepEqual([device.getSnapshot(), world.text], ['off', undefined])
  })
  test('is done if one of both cannot be reached, and not done without any', async () => {
    for (const [isServerDown, isPushServiceDown, isDone] of [
      [true, false, true],
      [false, true, true],
      [true, true, false],
    ] as const) {
      const { world, open } = await turnedOn()
      const device = open()
      Object.assign(world, { isServerDown, isPushServiceDown })
      assert.equal(await device.disable(), isDone)
      assert.equal(device.getSnapshot(), isDone ? 'off' : 'on')
    }
  })
})

describe('without push', () => {
  for (const support of ['unsupported', 'needs_installation'] as const)
    test(`a browser is ${support}`, () => assert.equal(createFakePush(support).open().getSnapshot(), support))
})
