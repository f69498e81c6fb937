import assert from 'node:assert/strict'
import { test } from 'node:test'
import { complaintNumber, parseComplaintText } from '#core/complaint/complaint.ts'

test('a ticket number has the year of the filing in UTC and at least six digits', () => {
  assert.equal(complaintNumber(123, Date.UTC(2026, 11, 31, 23, 59)), 'C-2026-000123')
  assert.equal(complaintNumber(1_234_567, Date.UTC(2027, 0, 1)), 'C-2027-1234567')
})

test('a text keeps its lines, loses what cannot be stored, and counts characters', () => {
  assert.equal(parseComplaintText(' one\r\n\ttwo\0 ', 100), 'one\n\ttwo')
  assert.equal(parseComplaintText('a\ud800b', 100), 'a b')
  assert.equal(parseComplaintText(' \n ', 100), undefined)
  assert.equal(parseComplaintText('😀😀', 2), '😀😀')
  assert.equal(parseComplaintText('😀😀😀', 2), undefined)
})
