import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readFile } from '#browser/calls/read-file.ts'

describe('a file read from an answer', () => {
  test('has exactly the bytes that arrived', async () => {
    const text = '{"format":"pack",\n "records":[]}\n'
    const outcome = await readFile(new Response(text))
    assert.equal(outcome.ok && (await outcome.data.text()), text)
  })

  test('is a refusal if the answer is an envelope with one', async () => {
    const outcome = await readFile(
      new Response('{"code":0,"msg":"Not found.","data":{"reason":"not_found"}}'),
    )
    assert.equal(!outcome.ok && outcome.failure.kind, 'refused')
  })

  test('is the page of a proxy as it is, which its SHA-256 then refuses', async () => {
    const outcome = await readFile(new Response('<html></html>'))
    assert.equal(outcome.ok, true)
  })
})
