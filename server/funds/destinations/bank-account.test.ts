import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type BankFields, checkBank } from '#server/funds/destinations/bank-account.ts'

const bank: BankFields = {
  bankName: 'Bank of Examples',
  bankBranch: '',
  payeeName: 'Ann Lee',
  payeeAccount: '123-456 789',
  bankAddress: '',
  bankSwift: '',
  bankRemark: '',
}

function destinationOf(changes: Partial<BankFields>): string {
  const checked = checkBank({ ...bank, ...changes })
  return checked.kind === 'valid' ? checked.destination : checked.reason
}

describe('a bank account', () => {
  const table: readonly (readonly [Partial<BankFields>, string])[] = [
    [{}, '123456789 bank of examples'],
    [{ payeeAccount: '123456789' }, '123456789 bank of examples'],
    [{ payeeAccount: 'DE89 3704 0044 0532 0130 00' }, 'DE89370400440532013000'],
    [{ payeeAccount: 'de89-3704-0044-0532-0130-00' }, 'DE89370400440532013000'],
    [{ payeeAccount: 'GB82WEST12345698765432' }, 'GB82WEST12345698765432'],
    [{ bankSwift: 'deut deff' }, '123456789 DEUTDEFF'],
    [{ bankSwift: 'DEUTDEFF500' }, '123456789 DEUTDEFF500'],
    [{ payeeAccount: 'DE89370400440532013001' }, 'invalid_iban'],
    [{ payeeAccount: 'DE8937040044053201300' }, 'invalid_iban'],
    [{ payeeAccount: 'XX00123' }, 'invalid_iban'],
    [{ bankSwift: 'DEUTDEF' }, 'invalid_swift'],
    [{ bankSwift: '1234DEFF' }, 'invalid_swift'],
    [{ payeeAccount: '12#34' }, 'invalid_input'],
    [{ payeeAccount: '- -' }, 'invalid_input'],
    [{ payeeAccount: ' ' }, 'invalid_input'],
    [{ bankName: '' }, 'invalid_input'],
    [{ payeeName: '  ' }, 'invalid_input'],
  ]
  for (const [changes, expected] of table) {
    test(`with ${JSON.stringify(changes)} gives ${expected}`, () =>
      assert.equal(destinationOf(changes), expected))
  }

  test('is stored without extra spaces, with the IBAN and SWIFT code in capitals', () => {
    const typed = { ...bank, payeeName: ' Ann   Lee ', payeeAccount: 'de89 370400440532013000' }
    const checked = checkBank({ ...typed, bankSwift: 'deutdeff' })
    assert.ok(checked.kind === 'valid')
    const { payeeName, payeeAccount, bankSwift } = checked.fields
    assert.deepEqual([payeeName, payeeAccount, bankSwift], ['Ann Lee', 'DE89370400440532013000', 'DEUTDEFF'])
  })
})
