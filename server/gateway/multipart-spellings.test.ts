// Forms that a browser does not write this way, but that RFC 7578 and RFC 2046 allow or forbid.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { readBody } from '#server/gateway/read-body.ts'
import { readMultipart } from '#server/gateway/read-multipart.ts'
import { fc } from '#test/fast-check.ts'

const plainType = 'multipart/form-data; boundary=b'

async function read(body: string | Buffer, type = plainType) {
  const form = await readMultipart({ body: Buffer.from(body), type, takesFile: true })
  if (form.kind !== 'form') return form.reason
  const { fields, file } = form
  return file === undefined ? fields : { ...fields, file: `${file.type} ${file.bytes.toString('latin1')}` }
}

/** A form of one part with this disposition and the content `x`. */
const disposed = (parameters: string) =>
  `--b\r\nContent-Disposition: form-data${parameters}\r\n\r\nx\r\n--b--\r\n`

const part = 'Content-Disposition: form-data; name="n"\r\n\r\nx\r\n'
const malformed = 'malformed_body'
const file = { file: 'text/plain x' }

describe('the disposition of a part', () => {
  const table: readonly (readonly [parameters: string, result: unknown])[] = [
    ['; name="n"', { n: 'x' }],
    ['; name=n', { n: 'x' }],
    [';name=n', { n: 'x' }],
    ['; NAME=n', { n: 'x' }],
    ['; name="n";', { n: 'x' }],
    ['; name=n ; ', { n: 'x' }],
    ['; ; name="n"', { n: 'x' }],
    ['; name = "n"', { n: 'x' }],
    ['\t;\tname\t=\tn\t', { n: 'x' }],
    ['; name="a; name=b"', { 'a; name=b': 'x' }],
    [String.raw`; name="a\"b"`, { 'a"b': 'x' }],
    [String.raw`; name="a\"; name=\"b"`, { 'a"; name="b': 'x' }],
    ['; name="a%22b%0D%0Ac"', { 'a"b\r\nc': 'x' }],
    [String.raw`; name="a\b\\c"`, { [String.raw`a\b\\c`]: 'x' }],
    [String.raw`; name="a\"`, { 'a\\': 'x' }],
    ['; name="file"; filename="a.png"', file],
    ['; name=file; filename=a.png', file],
    ['; name=file; filename=(1)/a=b.png', file],
    [`; name="file"; filename="a.png"; filename*=UTF-8''a.png`, file],
    [`; name="file"; filename*=UTF-8''%e2%82%ac.png`, file],
    [String.raw`; name="file"; filename="a\".png"`, file],
    [String.raw`; name="file"; filename="C:\pictures\"`, file],
    [String.raw`; name="file"; filename="\"; note="n"`, file],
    ['; name="file"; filename=""', file],
    [`; name=n${';'.repeat(16)}`, { n: 'x' }],
    [`; name=n${';'.repeat(17)}`, malformed],
    ['', malformed],
    [';', malformed],
    ['; name', malformed],
    ['; name=', malformed],
    ['; ="n"', malformed],
    ['; name="n', malformed],
    ['; name=n"', malformed],
    ['; name="n"x', malformed],
    ['; name="n" filename="a.png"', malformed],
    ['; name=a b', malformed],
    ['; name="a"; name="b"', malformed],
    ['; name="a\nb"', malformed],
    ['; name="n";\r\n filename="a.png"', malformed],
  ]
  for (const [parameters, result] of table)
    it(`form-data${JSON.stringify(parameters)} gives ${JSON.stringify(result)}`, async () => {
      assert.deepEqual(await read(disposed(parameters)), result)
    })
})

describe('the delimiters of a form', () => {
  const whole = { n: 'x' }
  const table: readonly (readonly [rule: string, body: string, result: unknown])[] = [
    ['no line end at the end', `--b\r\n${part}--b--`, whole],
    ['only LF at the end', `--b\r\n${part}--b--\n`, whole],
    ['an epilogue', `--b\r\n${part}--b--\r\nThe end.`, whole],
    ['an epilogue after LF', `--b\r\n${part}--b--\nThe end.\n`, whole],
    ['an epilogue with a part', `--b\r\n${part}--b--\r\n--b\r\n${part}--b--\r\n`, whole],
    ['blanks after the first delimiter', `--b \t \r\n${part}--b--\r\n`, whole],
    ['blanks after each delimiter', `--b\t\r\n${part}--b-- \r\n`, whole],
    ['blanks up to the end', `--b\r\n${part}--b-- \t`, whole],
    ['254 blanks', `--b${' '.repeat(254)}\r\n${part}--b--\r\n`, whole],
    ['255 blanks', `--b${' '.repeat(255)}\r\n${part}--b--\r\n`, malformed],
    ['300 blanks at the end', `--b\r\n${part}--b--${' '.repeat(300)}`, malformed],
    ['other text after a delimiter', `--bc\r\n${part}--b--\r\n`, malformed],
    ['other text after blanks', `--b c\r\n${part}--b--\r\n`, malformed],
    ['other text after the last delimiter', `--b\r\n${part}--b--c\r\n`, malformed],
    ['a blank before the last dashes', `--b\r\n${part}--b --\r\n`, malformed],
    ['LF after the first delimiter', `--b\n${part}--b--\r\n`, malformed],
    ['one dash at the end', `--b\r\n${part}--b-`, malformed],
    ['CR at the end', `--b\r\n${part}--b--\r`, malformed],
    ['no parts', '--b--\r\n', {}],
    ['no parts after a line end', '\r\n--b--\r\n', {}],
    ['a preamble', `hello\r\n--b\r\n${part}--b--\r\n`, whole],
    ['a preamble of 4096 bytes', `${'-'.repeat(4096)}\r\n--b\r\n${part}--b--\r\n`, whole],
    ['a preamble of 4097 bytes', `${'-'.repeat(4097)}\r\n--b\r\n${part}--b--\r\n`, malformed],
    ['a preamble and no parts', 'hello\r\n--b--\r\n', malformed],
    ['a first delimiter without line end', `hello--b\r\n${part}--b--`, malformed],
    ['the same before a second part', `hello--b\r\n${part}--b\r\n${part}--b--`, malformed],
    ['a first delimiter after LF', `hello\n--b\r\n${part}--b\r\n${part}--b--`, malformed],
    ['one byte before the first delimiter', `\n--b\r\n${part}--b--`, malformed],
    [
      'parts that end with their headers',
      '--b\r\nContent-Disposition: form-data; name=a\r\n\r\n--b\r\nContent-Disposition: form-data; name=c\r\n\r\n--b--',
      { a: '', c: '' },
    ],
  ]
  for (const [rule, body, result] of table)
    it(`with ${rule}: ${JSON.stringify(result)}`, async () => {
      assert.deepEqual(await read(body), result)
    })
})

describe('the boundary of a form', () => {
  const b = { n: 'x' }
  const table: readonly (readonly [type: string, result: unknown])[] = [
    ['; boundary=b', b],
    ['; boundary="b"', b],
    [';boundary = b ;', b],
    ['; charset=utf-8; BOUNDARY=b', b],
    ['; x="; boundary=c"; boundary=b', b],
    [String.raw`; x="\"; boundary=c; y=\""; boundary=b`, b],
    ['; x-boundary=c; boundary=b', b],
    ['; x="; boundary=b; "', malformed],
    [String.raw`; x="\"; boundary=b`, malformed],
    ['; x="; boundary=b', malformed],
    ['; boundary=c; boundary=b', malformed],
    ['; boundary="b', malformed],
    ['; boundary', malformed],
    ['; boundary=ö', malformed],
    ['boundary=b', malformed],
  ]
  for (const [parameters, result] of table)
    it(`multipart/form-data${parameters} gives ${JSON.stringify(result)}`, async () => {
      assert.deepEqual(await read(`--b\r\n${part}--b--`, `multipart/form-data${parameters}`), result)
    })

  it('may contain other characters than a plain value of the standard, up to 70', async () => {
    for (const boundary of ['----=_Part_1', "a'()+_,-./:=?b", 'x'.repeat(70)])
      assert.deepEqual(
        await read(`--${boundary}\r\n${part}--${boundary}--`, `multipart/form-data; boundary=${boundary}`),
        b,
        boundary,
      )
    const tooLong = 'x'.repeat(71)
    assert.equal(
      await read(`--${tooLong}\r\n${part}--${tooLong}--`, `multipart/form-data; boundary=${tooLong}`),
      malformed,
    )
  })
})

describe('a form of the platform', () => {
  /** Characters with a meaning in a form, and any others. */
  const text = fc.string({
    unit: fc.oneof(
      fc.constantFrom(...'\\"\r\n;=- %\t'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
    maxLength: 20,
  })
  const withoutReplacement = text.filter((value) => !value.includes('\ufffd'))
  const name = withoutReplacement.filter(
    (value) =>
      value !== '' && value !== 'file' && !/%(?:22|0D|0A)/.test(value) && !(value in Object.prototype),
  )
  /** Node leaves out an empty one. */
  const filename = text.filter((value) => value !== '')
  const crlf = (value: string) => value.replaceAll(/\r\n|\r|\n/g, '\r\n')
  const forms = fc.record({
    fields: fc.uniqueArray(fc.tuple(name, withoutReplacement), {
      selector: ([key]) => crlf(key),
      maxLength: 5,
    }),
    image: fc.option(fc.record({ filename, bytes: fc.uint8Array({ maxLength: 200 }) })),
    cuts: fc.array(fc.nat(), { maxLength: 5 }),
  })

  it('is read back whole, however it is split on its way', async () => {
    await fc.assert(
      fc.asyncProperty(forms, async ({ fields, image, cuts }) => {
        const sent = new FormData()
        for (const [key, value] of fields) sent.append(key, value)
        if (image !== null)
          sent.append('file', new Blob([Uint8Array.from(image.bytes)], { type: 'image/png' }), image.filename)
        const response = new Response(sent)
        const encoded = Buffer.from(await response.arrayBuffer())
        const received = await readBody(Readable.from(pieces(encoded, cuts)), {
          maxBytes: encoded.length,
          declaredBytes: encoded.length,
        })
        const type = response.headers.get('content-type') ?? ''
        assert.deepEqual(await readMultipart({ body: received, type, takesFile: true }), {
          kind: 'form',
          fields: Object.fromEntries(fields.map(([key, value]) => [crlf(key), crlf(value)])),
          file: image === null ? undefined : { bytes: Buffer.from(image.bytes), type: 'image/png' },
        })
      }),
      { numRuns: 500 },
    )
  })

  function pieces(bytes: Buffer, cuts: readonly number[]): readonly Buffer[] {
    const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b)
    return at
      .slice(1)
      .map((end, index) => bytes.subarray(at[index], end))
      .filter(({ length }) => length > 0)
  }
})
