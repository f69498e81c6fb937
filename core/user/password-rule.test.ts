import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  longestPassword,
  type PasswordProblem,
  passwordProblem,
  shortestPassword,
} from '#core/user/password-rule.ts'

const cases: readonly (readonly [why: string, password: string, problem: PasswordProblem | undefined])[] = [
  ['eight characters', 'teapot19', undefined],
  ['seven characters', 'teapt19', 'too_short'],
  ['an empty password', '', 'too_short'],
  ['72 characters', `${'a'.repeat(71)}1`, undefined],
  ['73 characters', `${'a'.repeat(72)}1`, 'too_long'],
  ['72 characters of four bytes', `${'\u{1f511}'.repeat(70)}a1`, undefined],
  ['73 characters of four bytes', `${'\u{1f511}'.repeat(71)}a1`, 'too_long'],
  ['seven characters in more than eight UTF-16 units', `${'\u{1f511}'.repeat(5)}a1`, 'too_short'],
  ['72 characters with combining accents', `${'e\u0301'.repeat(71)}1`, undefined],
  ['seven characters with combining accents', `${'e\u0301'.repeat(6)}1`, 'too_short'],
  ['only digits', '19283746', 'no_letter'],
  ['digits and signs', '1928-3746', 'no_letter'],
  ['only letters', 'teapotss', 'no_digit'],
  ['letters and signs', 'teapot!!', 'no_digit'],
  ['a numeral that is not a digit', 'teapots\u00bd', 'no_digit'],
  ['letters of any alphabet', '我的茶壺放在海港7', undefined],
  ['digits of any alphabet', 'teapots\u0663', undefined],
  ['inner and outer spaces', ' tea pot 9 ', undefined],
]

describe('the password rule', () => {
  for (const [why, password, problem] of cases)
    it(`${problem === undefined ? 'accepts' : `returns ${problem} for`} ${why}`, () =>
      assert.equal(passwordProblem(password), problem))

  it('allows 8 to 72 characters', () => assert.deepEqual([shortestPassword, longestPassword], [8, 72]))
})
