import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  longestPassword,
  type PasswordProblem,
  passwordProblem,
  shortestPassword,
} from '#core/account/password-rule.ts'

const cases: readonly (readonly [why: string, password: string, fault: PasswordProblem | undefined])[] = [
  ['eight characters', 'teapot19', undefined],
  ['seven', 'teapt19', 'too_short'],
  ['nothing', '', 'too_short'],
  ['72 characters', `${'a'.repeat(71)}1`, undefined],
  ['73', `${'a'.repeat(72)}1`, 'too_long'],
  ['72 of four bytes each', `${'\u{1f511}'.repeat(70)}a1`, undefined],
  ['73 of them', `${'\u{1f511}'.repeat(71)}a1`, 'too_long'],
  ['seven that take more than eight places', `${'\u{1f511}'.repeat(5)}a1`, 'too_short'],
  ['letters and their accents apart, 72 together', `${'e\u0301'.repeat(71)}1`, undefined],
  ['letters and their accents apart, seven together', `${'e\u0301'.repeat(6)}1`, 'too_short'],
  ['only digits', '19283746', 'no_letter'],
  ['digits and signs', '1928-3746', 'no_letter'],
  ['only letters', 'teapotss', 'no_digit'],
  ['letters and signs', 'teapot!!', 'no_digit'],
  ['a number that is no digit', 'teapots\u00bd', 'no_digit'],
  ['letters of any alphabet', '我的茶壺放在海港7', undefined],
  ['digits of any alphabet', 'teapots\u0663', undefined],
  ['spaces inside and around', ' tea pot 9 ', undefined],
]

describe('the password rule', () => {
  for (const [why, password, fault] of cases)
    it(`${fault === undefined ? 'takes' : `says ${fault} of`} ${why}`, () =>
      assert.equal(passwordProblem(password), fault))

  it('allows 8 to 72 characters', () => assert.deepEqual([shortestPassword, longestPassword], [8, 72]))
})
