import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { generatePassword, scramVerifier } from '#server/storage/roles/scram-verifier.ts'

describe('a SCRAM verifier', () => {
  it('equals that of RFC 7677 for its password and salt', async () => {
    const salt = Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64')
    const verifier = await scramVerifier('pencil', { bytes: () => salt })
    assert.equal(
      verifier,
      'SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=',
    )
  })

  it('has a new salt each time', async () => {
    assert.notEqual(await scramVerifier('pencil'), await scramVerifier('pencil'))
  })
})

describe('a generated password', () => {
  it('has 256 bits, in characters without a meaning in URLs and password files', () => {
    assert.match(generatePassword(), /^[\w-]{43}$/)
    assert.notEqual(generatePassword(), generatePassword())
  })
})
