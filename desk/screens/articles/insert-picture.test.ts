import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { insertPicture } from '#desk/screens/articles/insert-picture.ts'

const path = '/content/pictures/a.jpg'
const picture = (words: string) => `![${words}](${path})`

describe('inserting a picture', () => {
  const table = [
    ['into an empty text', '', 0, 0, `${picture('words')}\n`],
    ['at the end of a paragraph', 'One', 3, 3, `One\n\n${picture('words')}\n`],
    ['between lines', 'One\n\nTwo', 5, 5, `One\n\n${picture('words')}\n\nTwo`],
    ['within a line', 'One two', 4, 4, `One \n\n${picture('words')}\n\ntwo`],
    ['before a line end', 'One\nTwo', 3, 3, `One\n\n${picture('words')}\n\nTwo`],
    ['in place of its description', 'A [red]\nball', 2, 12, `A \n\n${picture('red ball')}\n`],
  ] as const
  for (const [name, text, start, end, expected] of table)
    test(name, () => {
      const inserted = insertPicture(text, { start, end }, path, 'words')
      assert.equal(inserted.text, expected)
      const { selection } = inserted
      const selected = inserted.text.slice(selection.start, selection.end)
      assert.equal(selected, name === 'in place of its description' ? 'red ball' : 'words')
    })
})
