import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { passwordProblem } from '#core/user/password-rule.ts'
import { isCommonPassword } from '#server/platform/passwords/common-passwords.ts'

const common = [
  ...['password1', 'Password123', 'letmein1', 'iloveyou2', 'welcome1!', 'Admin@123', 'test1234', 'monkey12'],
  ...['Sunshine99', 'bitcoin2021', 'trustno1', '123admin', 'michael1987', 'Jessica1', '2010Sophia'],
  ...['Summer2024', 'winter2023!', 'March2020', 'Oktober2025', 'openlot1', 'Openlot2026!', 'OPENLOT123'],
  ...['qwerty123', '1q2w3e4r', '1qaz2wsx', 'q1w2e3r4t5', 'zaq12wsx', '!QAZ2wsx', '123qweasd', 'asdf1234'],
  ...['P@ssw0rd', 'a1b2c3d4', 'azerty123', 'a1234567', 'Aa123456', '5201314a', 'ncc1701d', 'blink182'],
  ...['ｐａｓｓｗｏｒｄ１', 'Contraseña1', 'пароль123', 'Йцукен123'],
]

const uncommon = [
  ...['correct-horse-7', 'harbour19teapot', 'blue4Giraffe!', 'dragonfly77kettle', 'monkeys2Bananas'],
  ...['hunter7gatherer', 'GreenTea4Two!', '3kleineSchweine!', 'nine9lives4cats', '8jackdaws-in-oak'],
  ...['mi7gatoDuerme', '我的貓有9條命呀呀', '9mLq2vXw', 'vK3.pQ9-zL', 'x7!Rm2#pLq84', 'qz81mbt4'],
  // Seven characters around the word: one more than a common password may have.
  'michael5821394',
]

describe('isCommonPassword', () => {
  for (const password of common)
    it(`finds ${password} in any case`, () => {
      for (const form of [password, password.toUpperCase(), password.toLowerCase()])
        assert.ok(isCommonPassword(form), form)
    })

  for (const password of uncommon)
    it(`does not find ${password}`, () => assert.ok(!isCommonPassword(password)))

  it('is tested only with passwords that pass the password rule', () => {
    assert.deepEqual(
      [...common, ...uncommon].filter((password) => passwordProblem(password)),
      [],
    )
  })
})
