import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  fieldFromWire,
  type IdentityErrors,
  type IdentityFormValues,
  identityErrors,
  identityInput,
  uploadingSide,
} from '#web/screens/verification/identity-form-state.ts'

const ready = (url: string) => ({ kind: 'ready', preview: 'blob:x', url }) as const
const complete: IdentityFormValues = {
  name: ' Lee Min ',
  cardId: ' K1234567 ',
  front: ready('/front'),
  back: ready('/back'),
}

describe('the identity form', () => {
  const table: readonly (readonly [string, Partial<IdentityFormValues>, IdentityErrors])[] = [
    ['is complete', {}, {}],
    ['has no name', { name: '' }, { name: 'name_required' }],
    ['has a blank name', { name: '   ' }, { name: 'name_required' }],
    ['has no number', { cardId: ' ' }, { cardId: 'card_id_required' }],
    ['has no front', { front: { kind: 'empty' } }, { front: 'sides_required' }],
    ['has no back', { back: { kind: 'empty', problem: 'too_large' } }, { back: 'sides_required' }],
    [
      'is empty',
      { name: '', cardId: '', front: { kind: 'empty' }, back: { kind: 'empty' } },
      { name: 'name_required', cardId: 'card_id_required', front: 'sides_required', back: 'sides_required' },
    ],
  ]
  for (const [name, change, errors] of table) {
    test(`${name}: ${Object.values(errors).join() || 'no error'}`, () => {
      const form = { ...complete, ...change }
      assert.deepEqual(identityErrors(form), errors)
      assert.equal(identityInput(form) === undefined, Object.keys(errors).length > 0)
    })
  }

  for (const side of ['front', 'back'] as const)
    test(`waits for the upload of the ${side}, without an error`, () => {
      const form = { ...complete, [side]: { kind: 'uploading', preview: 'blob:y', done: 1 } as const }
      assert.deepEqual([identityErrors(form), uploadingSide(form)], [{}, side])
      assert.equal(identityInput(form), undefined)
    })

  test('is submitted with trimmed texts', () => {
    assert.deepEqual(identityInput(complete), {
      name: 'Lee Min',
      card_id: 'K1234567',
      front_pic: '/front',
      reverse_pic: '/back',
    })
  })

  test('maps the field of a refusal to its own field', () => {
    assert.deepEqual(['name', 'card_id', 'front_pic', 'reverse_pic', 'else', undefined].map(fieldFromWire), [
      'name',
      'cardId',
      'front',
      'back',
      undefined,
      undefined,
    ])
  })
})
