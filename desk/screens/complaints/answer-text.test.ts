import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { complaintLimits } from '#core/complaint/complaint.ts'
import { answerFault } from '#desk/screens/complaints/answer-text.ts'

describe('an answer', () => {
  for (const [answer, fault] of [
    [' \n', 'missing'],
    ['We checked it.', undefined],
    [` ${'🙂'.repeat(complaintLimits.answer)} `, undefined],
    ['x'.repeat(complaintLimits.answer + 1), 'too_long'],
  ] as const)
    test(`of ${answer.length} units is ${fault ?? 'valid'}`, () => assert.equal(answerFault(answer), fault))
})
