import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { passwordProblem } from '#core/account/password-rule.ts'
import { isCommonPassword } from '#server/platform/passwords/common-passwords.ts'

/** Grouped by pattern. */
const common = {
  'a word with a suffix': [
    'password1',
    'Password123',
    'letmein1',
    'iloveyou2',
    'welcome1!',
    'Admin@123',
    'test1234',
    'monkey12',
    'Sunshine99',
    'bitcoin2021',
    'woaini1314',
    'woaini5201314',
    'trustno1',
    '123admin',
  ],
  'a word with lookalike digits or signs': [
    'P@ssw0rd',
    'Pa$$w0rd1',
    'p4ssw0rd',
    'dr4g0n2000',
    'l3tme1n!1',
    'adm1n1234',
  ],
  'a word repeated or split': ['passwordpassword1', 'abcabc123', 'i love you 2', 'pass_word_1'],
  'a name and a year or a number': ['michael1987', 'Jessica1', 'zhang123', 'charlie123!', '2010Sophia'],
  'a season or a month and a year': ['Summer2024', 'winter2023!', 'March2020', 'Oktober2025'],
  'the product name': ['openlot1', 'Openlot2026!', '0penl0t1', 'OPENLOT123'],
  'a keyboard walk': [
    'qwerty123',
    '1q2w3e4r',
    '1qaz2wsx',
    'q1w2e3r4t5',
    'zaq12wsx',
    '!QAZ2wsx',
    '123qweasd',
    'asdf1234',
    'a1b2c3d4',
    'azerty123',
    'qwertz12',
    'zxcvbnm7',
    'aaaaaaa1',
  ],
  'a well-known number with a few letters': [
    'a1234567',
    'Aa123456',
    'qq123456',
    '5201314a',
    'Aa@123456',
    'x31415926',
    'ab12341234',
    '147258369k',
  ],
  'accents, wide forms and other scripts': [
    'ｐａｓｓｗｏｒｄ１',
    'Contraseña1',
    'pässwörd1',
    'пароль123',
    'Йцукен123',
  ],
  'a famous password': ['ncc1701d', 'blink182', 'aptx4869', '18atcskd2w', 'm1cr0s0ft'],
} satisfies Readonly<Record<string, readonly string[]>>

const uncommon = [
  'correct-horse-7',
  'harbour19teapot',
  'blue4Giraffe!',
  'dragonfly77kettle',
  'monkeys2Bananas',
  'hunter7gatherer',
  'GreenTea4Two!',
  '3kleineSchweine!',
  'nine9lives4cats',
  '8jackdaws-in-oak',
  'winter-rain-on-7-roofs',
  'mi7gatoDuerme',
  '我的貓有9條命呀呀',
  '9mLq2vXw',
  'vK3.pQ9-zL',
  'x7!Rm2#pLq84',
  'qz81mbt4',
  // One step beyond each limit: a fifth digit, a third sign, a fourth letter.
  'michael58213',
  'dragon!?*4711',
  'kqxw123456',
  '7391abc2846',
]

describe('common passwords', () => {
  for (const [pattern, passwords] of Object.entries(common)) {
    for (const password of passwords)
      it(`include ${password}: ${pattern}`, () => assert.ok(isCommonPassword(password)))
  }

  for (const password of uncommon)
    it(`do not include ${password}`, () => assert.ok(!isCommonPassword(password)))

  it('are tested only with passwords that pass the password rule', () => {
    const broken = [...Object.values(common).flat(), ...uncommon].filter((password) =>
      passwordProblem(password),
    )
    assert.deepEqual(broken, [])
  })

  it('are found in upper and lower case', () => {
    for (const password of Object.values(common).flat())
      assert.ok(
        isCommonPassword(password.toUpperCase()) && isCommonPassword(password.toLowerCase()),
        password,
      )
  })

  it('have at most 72 characters', () => {
    assert.ok(isCommonPassword(`${'a'.repeat(71)}1`))
    assert.ok(!isCommonPassword(`${'a'.repeat(72)}1`))
  })
})
