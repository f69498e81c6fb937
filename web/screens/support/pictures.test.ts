// The pictures of a message before it is sent, and those of messages that are shown.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { callFailure } from '#browser/calls/call-failure.ts'
import type { SupportPicture } from '#contract/calls/support.ts'
import { eventually } from '#test/eventually.ts'
import { createPictureCache } from '#web/screens/support/picture-cache.ts'
import { createPictureTray, waitReason } from '#web/screens/support/picture-tray.ts'

const jpeg = () => new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])])

/** Object URLs in use. */
function createAddresses() {
  const inUse = new Set<string>()
  let created = 0
  return {
    inUse,
    createObjectURL() {
      created += 1
      inUse.add(`blob:${created}`)
      return `blob:${created}`
    },
    revokeObjectURL: (address: string) => void inUse.delete(address),
  }
}

describe('the tray', () => {
  function createFixture() {
    const answers: ((picture: SupportPicture) => void)[] = []
    const failures: ((failure: Error) => void)[] = []
    const addresses = createAddresses()
    const tray = createPictureTray({
      addresses,
      upload: () =>
        new Promise((answer, fail) => {
          answers.push(answer)
          failures.push(fail)
        }),
    })
    const kinds = () => tray.getSnapshot().map(({ image }) => image.kind)
    return { tray, answers, failures, addresses, kinds }
  }

  test('uploads up to four pictures, and has the uploaded ones in their order', async () => {
    const { tray, answers, addresses, kinds } = createFixture()
    assert.equal(tray.add([jpeg(), jpeg(), jpeg()]), true)
    assert.equal(tray.add([jpeg(), jpeg()]), false)
    await eventually(() => answers.length === 4)
    const [first] = tray.getSnapshot()
    tray.remove(first?.id ?? 0)
    for (const place of [3, 1]) answers[place]?.({ name: `picture ${place}`, width: 4, height: 3 })
    await eventually(() => kinds().join() === 'ready,uploading,ready')
    assert.deepEqual(
      tray.ready().map(({ name }) => name),
      ['picture 1', 'picture 3'],
    )
    tray.clear()
    assert.deepEqual([tray.getSnapshot(), addresses.inUse.size], [[], 0])
  })

  test('keeps a picture that cannot be sent, with the problem', async () => {
    const { tray } = createFixture()
    tray.add([new Blob(['GIF89a'])])
    await eventually(() => {
      const [picture] = tray.getSnapshot()
      return picture?.image.kind === 'failed' && picture.image.problem === 'unsupported'
    })
    assert.deepEqual(tray.ready(), [])
    assert.equal(waitReason(tray.getSnapshot()), 'failed')
  })

  test('holds a message up from the picking of a file until it is uploaded', async () => {
    const { tray, answers, kinds } = createFixture()
    const reason = () => waitReason(tray.getSnapshot())
    assert.equal(reason(), undefined)
    tray.add([jpeg()])
    assert.deepEqual([kinds(), reason()], [['checking'], 'busy'])
    await eventually(() => answers.length === 1)
    assert.deepEqual([kinds(), reason()], [['uploading'], 'busy'])
    answers[0]?.({ name: 'picture', width: 4, height: 3 })
    await eventually(() => reason() === undefined)
    assert.deepEqual(kinds(), ['ready'])
  })

  test('uploads a failed picture again, in its place', async () => {
    const { tray, answers, failures, kinds } = createFixture()
    tray.add([jpeg(), jpeg()])
    await eventually(() => failures.length === 2)
    failures[0]?.(callFailure({ kind: 'transport', code: 'ERR_NETWORK', status: undefined }))
    answers[1]?.({ name: 'second', width: 4, height: 3 })
    await eventually(() => kinds().join() === 'failed,ready')
    assert.equal(waitReason(tray.getSnapshot()), 'failed')
    tray.retry(tray.getSnapshot()[0]?.id ?? 0)
    await eventually(() => answers.length === 3)
    answers[2]?.({ name: 'first', width: 4, height: 3 })
    await eventually(() => waitReason(tray.getSnapshot()) === undefined)
    assert.deepEqual(
      tray.ready().map(({ name }) => name),
      ['first', 'second'],
    )
  })
})

describe('the cache of pictures', () => {
  test('reads each picture once, and again after a failure', async () => {
    let reads = 0
    const cache = createPictureCache({
      addresses: createAddresses(),
      async read() {
        reads += 1
        if (reads === 1) throw new Error('lost')
        return jpeg()
      },
    })
    await assert.rejects(cache.load('a'))
    const both = await Promise.all([cache.load('a'), cache.load('a')])
    assert.deepEqual([both, cache.known('a'), reads], [['blob:1', 'blob:1'], 'blob:1', 2])
  })

  test('reads nothing for a picture of this device, and holds a hundred', async () => {
    const addresses = createAddresses()
    const cache = createPictureCache({ addresses, read: () => Promise.reject(new Error('read')) })
    for (let count = 0; count <= 100; count += 1) cache.keep(`picture ${count}`, jpeg())
    assert.equal(await cache.load('picture 1'), 'blob:2')
    assert.deepEqual([cache.known('picture 0'), addresses.inUse.size], [undefined, 100])
    cache.clear()
    assert.equal(addresses.inUse.size, 0)
  })
})
