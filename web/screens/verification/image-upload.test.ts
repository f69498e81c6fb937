import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { callFailure } from '#web/calls/call-failure.ts'
import type { ImageUpload } from '#web/calls/upload-image.ts'
import { eventually } from '#web/platform/eventually.test.ts'
import { createImageUpload, imageKindOf, maxImageBytes } from '#web/screens/verification/image-upload.ts'

describe('picture upload', () => {
  const jpeg = (size = 64) => {
    const bytes = new Uint8Array(size)
    bytes.set([0xff, 0xd8, 0xff, 0xe0])
    return new Blob([bytes])
  }
  const refusal = callFailure({
    kind: 'refused',
    code: 0,
    msg: 'This picture is damaged or incomplete.',
    reason: 'image_damaged',
    field: undefined,
    figures: {},
    data: null,
  })

  type Sent = ImageUpload & { readonly answer: (url: string) => void; readonly fail: (why: Error) => void }

  /** An upload whose other end is the test, and the addresses that are in use. */
  function stage() {
    const sent: Sent[] = []
    const inUse = new Set<string>()
    let made = 0
    const picture = createImageUpload({
      upload: (upload) =>
        new Promise((resolve, fail) => {
          sent.push({ ...upload, answer: (url) => resolve({ url }), fail })
        }),
      addresses: {
        createObjectURL() {
          made += 1
          inUse.add(`blob:${made}`)
          return `blob:${made}`
        },
        revokeObjectURL: (address) => inUse.delete(address),
      },
    })
    const sentCount = (count: number) => eventually(() => sent.length === count)
    return { picture, sent, inUse, sentCount }
  }

  describe('a picture on its way', () => {
    test('is shown at once, tells how far it is, and ends with its address on the server', async () => {
      const { picture, sent, sentCount } = stage()
      const done = picture.pick(jpeg())
      await sentCount(1)
      assert.deepEqual(picture.getSnapshot(), { kind: 'uploading', preview: 'blob:1', done: 0 })
      sent[0]?.onProgress(0.5)
      assert.deepEqual(picture.getSnapshot(), { kind: 'uploading', preview: 'blob:1', done: 0.5 })
      sent[0]?.answer('/api/common/image?name=1')
      await done
      assert.deepEqual(picture.getSnapshot(), {
        kind: 'ready',
        preview: 'blob:1',
        url: '/api/common/image?name=1',
      })
    })

    test('is gone when it failed, and says why', async () => {
      const { picture, sent, inUse, sentCount } = stage()
      const done = picture.pick(jpeg())
      await sentCount(1)
      sent[0]?.fail(refusal)
      await done
      assert.deepEqual(picture.getSnapshot(), { kind: 'empty', problem: refusal })
      assert.equal(inUse.size, 0)
    })

    test('is gone without a word when it was cancelled, and what comes late is ignored', async () => {
      const { picture, sent, inUse, sentCount } = stage()
      const done = picture.pick(jpeg())
      await sentCount(1)
      picture.clear()
      assert.equal(sent[0]?.signal.aborted, true)
      sent[0]?.onProgress(1)
      sent[0]?.fail(callFailure({ kind: 'cancelled' }))
      await done
      assert.deepEqual([picture.getSnapshot(), inUse.size], [{ kind: 'empty' }, 0])
    })

    test('gives way to another that is chosen meanwhile: one picture, one address', async () => {
      const { picture, sent, inUse, sentCount } = stage()
      const first = picture.pick(jpeg())
      await sentCount(1)
      const second = picture.pick(jpeg())
      await sentCount(2)
      sent[0]?.answer('/first')
      sent[1]?.answer('/second')
      await Promise.all([first, second])
      const shown = picture.getSnapshot()
      assert.equal(shown.kind === 'ready' && shown.url, '/second')
      assert.deepEqual([...inUse], ['blob:2'])
    })

    const refused: readonly (readonly [string, Blob, string])[] = [
      ['too large', jpeg(maxImageBytes + 1), 'too_large'],
      ['of another kind', new Blob(['GIF89a and more']), 'unsupported'],
      ['empty', new Blob([]), 'unsupported'],
    ]
    for (const [name, file, problem] of refused) {
      test(`is not sent at all when it is ${name}`, async () => {
        const { picture, sent } = stage()
        await picture.pick(file)
        assert.deepEqual([picture.getSnapshot(), sent.length], [{ kind: 'empty', problem }, 0])
      })
    }

    test('is sent when it has exactly as much as is allowed', async () => {
      const { picture, sentCount } = stage()
      void picture.pick(jpeg(maxImageBytes))
      await sentCount(1)
    })

    test('is taken back when the browser cannot show it', async () => {
      const { picture, sent, sentCount } = stage()
      void picture.pick(jpeg())
      await sentCount(1)
      picture.broken()
      assert.deepEqual(picture.getSnapshot(), { kind: 'empty', problem: 'unreadable' })
      assert.equal(sent[0]?.signal.aborted, true)
    })
  })
})

describe('image kind', () => {
  const ascii = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

  describe('what a file is by its first bytes', () => {
    const table: readonly (readonly [string, Uint8Array, string | undefined])[] = [
      ['a JPEG', Uint8Array.of(0xff, 0xd8, 0xff, 0xe1, 0, 0), 'jpeg'],
      ['a PNG', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), 'png'],
      ['a WebP', ascii('RIFF....WEBPVP8 '), 'webp'],
      ['a sound in the same wrapping', ascii('RIFF....WAVEfmt '), undefined],
      ['a picture of a newer phone', ascii('....ftypheic'), undefined],
      ['a GIF', ascii('GIF89a......'), undefined],
      ['a drawing, which may hold scripts', ascii('<svg xmlns="h'), undefined],
      ['a document', ascii('%PDF-1.7....'), undefined],
      ['half a beginning', Uint8Array.of(0xff, 0xd8), undefined],
      ['nothing', new Uint8Array(), undefined],
    ]
    for (const [name, bytes, kind] of table) {
      test(`${name} is ${kind ?? 'none of ours'}`, () => assert.equal(imageKindOf(bytes), kind))
    }
  })
})
