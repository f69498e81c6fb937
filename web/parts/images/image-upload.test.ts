import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { callFailure } from '#browser/calls/call-failure.ts'
import { maxImageBytes } from '#browser/images/image-file.ts'
import { eventually } from '#test/eventually.ts'
import type { ImageUpload } from '#web/calls/upload-image.ts'
import { createImageUpload } from '#web/parts/images/image-upload.ts'

const jpeg = (size = 64) => {
  const bytes = new Uint8Array(size)
  bytes.set([0xff, 0xd8, 0xff, 0xe0])
  return new Blob([bytes])
}
const refusal = callFailure({
  kind: 'refused',
  code: 0,
  msg: 'This image is damaged or incomplete.',
  reason: 'image_damaged',
  field: undefined,
  figures: {},
  data: null,
})

type Sent = ImageUpload & { readonly answer: (url: string) => void; readonly fail: (why: Error) => void }

/** An upload whose calls the test answers, and the object URLs in use. */
function createFixture() {
  const sent: Sent[] = []
  const inUse = new Set<string>()
  let created = 0
  const image = createImageUpload({
    upload: (upload) =>
      new Promise((resolve, fail) => {
        sent.push({ ...upload, answer: (url) => resolve({ url }), fail })
      }),
    addresses: {
      createObjectURL() {
        created += 1
        inUse.add(`blob:${created}`)
        return `blob:${created}`
      },
      revokeObjectURL: (address) => inUse.delete(address),
    },
  })
  const sentCount = (count: number) => eventually(() => sent.length === count)
  return { image, sent, inUse, sentCount }
}

describe('an image upload', () => {
  test('shows a preview, reports progress, and ends with the URL on the server', async () => {
    const { image, sent, sentCount } = createFixture()
    const done = image.pick(jpeg())
    await sentCount(1)
    assert.deepEqual(image.getSnapshot(), { kind: 'uploading', preview: 'blob:1', done: 0 })
    sent[0]?.onProgress(0.5)
    assert.deepEqual(image.getSnapshot(), { kind: 'uploading', preview: 'blob:1', done: 0.5 })
    sent[0]?.answer('/api/common/image?name=1')
    await done
    assert.deepEqual(image.getSnapshot(), {
      kind: 'ready',
      preview: 'blob:1',
      url: '/api/common/image?name=1',
    })
  })

  test('is cleared with the problem when the upload fails', async () => {
    const { image, sent, inUse, sentCount } = createFixture()
    const done = image.pick(jpeg())
    await sentCount(1)
    sent[0]?.fail(refusal)
    await done
    assert.deepEqual(image.getSnapshot(), { kind: 'empty', problem: refusal })
    assert.equal(inUse.size, 0)
  })

  test('is cleared without a problem when cancelled, and ignores late answers', async () => {
    const { image, sent, inUse, sentCount } = createFixture()
    const done = image.pick(jpeg())
    await sentCount(1)
    image.clear()
    assert.equal(sent[0]?.signal.aborted, true)
    sent[0]?.onProgress(1)
    sent[0]?.fail(callFailure({ kind: 'cancelled' }))
    await done
    assert.deepEqual([image.getSnapshot(), inUse.size], [{ kind: 'empty' }, 0])
  })

  test('is replaced by a newly picked image, which revokes the first preview', async () => {
    const { image, sent, inUse, sentCount } = createFixture()
    const first = image.pick(jpeg())
    await sentCount(1)
    const second = image.pick(jpeg())
    await sentCount(2)
    sent[0]?.answer('/first')
    sent[1]?.answer('/second')
    await Promise.all([first, second])
    const shown = image.getSnapshot()
    assert.equal(shown.kind === 'ready' && shown.url, '/second')
    assert.deepEqual([...inUse], ['blob:2'])
  })

  const refused: readonly (readonly [string, Blob, string])[] = [
    ['too large', jpeg(maxImageBytes + 1), 'too_large'],
    ['of an unsupported type', new Blob(['GIF89a and more']), 'unsupported'],
    ['empty', new Blob([]), 'unsupported'],
  ]
  for (const [name, file, problem] of refused) {
    test(`is not sent if it is ${name}`, async () => {
      const { image, sent } = createFixture()
      await image.pick(file)
      assert.deepEqual([image.getSnapshot(), sent.length], [{ kind: 'empty', problem }, 0])
    })
  }

  test('is sent at exactly the size limit', async () => {
    const { image, sentCount } = createFixture()
    void image.pick(jpeg(maxImageBytes))
    await sentCount(1)
  })

  test('is cleared if the browser cannot display it', async () => {
    const { image, sent, sentCount } = createFixture()
    void image.pick(jpeg())
    await sentCount(1)
    image.broken()
    assert.deepEqual(image.getSnapshot(), { kind: 'empty', problem: 'unreadable' })
    assert.equal(sent[0]?.signal.aborted, true)
  })
})
