import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readPicture } from '#tools/logos/read-picture.ts'

describe('readPicture', () => {
  it('returns elements with their attributes', () => {
    assert.deepEqual(readPicture('<svg a="1"><g><path d="M0 0" fill-x=""/></g></svg>\n'), [
      { name: 'svg', attributes: new Map([['a', '1']]) },
      { name: 'g', attributes: new Map() },
      {
        name: 'path',
        attributes: new Map([
          ['d', 'M0 0'],
          ['fill-x', ''],
        ]),
      },
    ])
  })

  for (const broken of [
    '',
    '<svg>',
    '<svg><g></svg></g>',
    '<svg></svg><svg></svg>',
    '<svg></g>',
    '<svg>words</svg>',
    '<svg a="1" a="2"/>',
    '<svg a=1/>',
    '<svg a="&x;"/>',
    '<svg><!-- --></svg>',
    '<?xml version="1.0"?><svg/>',
    '<!DOCTYPE svg><svg/>',
  ])
    it(`refuses ${broken === '' ? 'nothing' : broken}`, () => {
      assert.throws(() => readPicture(broken))
    })
})
