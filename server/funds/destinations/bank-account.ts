// Checks of bank accounts: IBAN and BIC where the text is one, plain account numbers otherwise.
import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools'

export type BankFields = {
  readonly bankName: string
  readonly bankBranch: string
  readonly payeeName: string
  readonly payeeAccount: string
  readonly bankAddress: string
  readonly bankSwift: string
  readonly bankRemark: string
}

export type CheckedBank =
  | { readonly kind: 'valid'; readonly fields: BankFields; readonly destination: string }
  | { readonly kind: 'refused'; readonly reason: 'invalid_iban' | 'invalid_swift' }
  | { readonly kind: 'refused'; readonly reason: 'invalid_input'; readonly field: keyof BankFields }

/** Bank, holder and account number are needed; all other fields may be empty. */
export function checkBank(typed: BankFields): CheckedBank {
  const tidied = Object.entries(typed).map(([field, text]) => [field, text.trim().replace(/\s+/g, ' ')])
  const fields = Object.fromEntries(tidied) as BankFields
  for (const field of ['bankName', 'payeeName', 'payeeAccount'] as const) {
    if (fields[field] === '') return { kind: 'refused', reason: 'invalid_input', field }
  }
  const account = accountNumber(fields.payeeAccount)
  if (account === 'invalid_iban') return { kind: 'refused', reason: 'invalid_iban' }
  if (account === undefined) return { kind: 'refused', reason: 'invalid_input', field: 'payeeAccount' }
  const bankSwift = fields.bankSwift.replaceAll(' ', '').toUpperCase()
  if (bankSwift !== '' && !isValidBIC(bankSwift)) return { kind: 'refused', reason: 'invalid_swift' }
  const bank = bankSwift === '' ? fields.bankName.toLowerCase() : bankSwift
  return {
    kind: 'valid',
    fields: { ...fields, payeeAccount: account.shown, bankSwift },
    destination: account.isIban ? account.key : `${account.key} ${bank}`,
  }
}

type Account = { readonly shown: string; readonly key: string; readonly isIban: boolean }

/** Text that starts like an IBAN must be one, so that a mistyped digit is noticed. */
function accountNumber(text: string): Account | 'invalid_iban' | undefined {
  if (/^[a-z]{2}\d{2}/i.test(text)) {
    const iban = electronicFormatIBAN(text) ?? ''
    return isValidIBAN(iban) ? { shown: iban, key: iban, isIban: true } : 'invalid_iban'
  }
  if (!/^[a-z0-9][a-z0-9 -]*$/i.test(text)) return undefined
  return { shown: text, key: text.replace(/[ -]/g, '').toUpperCase(), isIban: false }
}
