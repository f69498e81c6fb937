import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { describe, test } from 'node:test'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { languages } from '#i18n/languages.ts'
import { deskLanguages, translatedLanguages } from '#i18n/translated-languages.ts'

type Dictionary = Readonly<Record<string, string>>

const root = import.meta.dirname
const codes = languages.map(({ code }) => code)
const folders = globSync('**/en.ts', { cwd: root }).map((file) => dirname(file))

const read = async (folder: string, language: string): Promise<Dictionary> =>
  (await import(`./${folder}/${language}.ts`)).messages

/** Languages with a file in the folder, in display order. */
function languagesIn(folder: string): readonly string[] {
  const files = new Set(globSync(`${folder}/*.ts`, { cwd: root }).map((file) => relative(folder, file)))
  return codes.filter((code) => files.has(`${code}.ts`))
}

/** Placeholder names of a message. In compiled ICU, strings are text and arrays are placeholders, name first. */
function placeholders(message: string): readonly string[] {
  return [...new Set(placeholdersIn(compileMessage(message)))].sort()
}

/** The third entry of a plural or select contains nested messages, by case. */
function placeholdersIn(parts: unknown): readonly string[] {
  if (!Array.isArray(parts)) return []
  return parts.filter(Array.isArray).flatMap(([name, , cases]) => {
    const inner =
      typeof cases === 'object' && cases !== null ? Object.values(cases).flatMap(placeholdersIn) : []
    return [String(name), ...inner]
  })
}

describe('the dictionaries', () => {
  test('are in nine folders or more', () => assert.ok(folders.length >= 9))

  for (const folder of folders) {
    test(`${folder} has a file for every translated language`, () => {
      const expected: readonly string[] = folder === 'desk' ? deskLanguages : translatedLanguages
      assert.deepEqual(languagesIn(folder), expected)
    })

    for (const language of languagesIn(folder))
      test(`${folder} in ${language} has all keys of English with the same placeholders and no empty message`, async () => {
        const english = await read(folder, 'en')
        const messages = await read(folder, language)
        assert.deepEqual(Object.keys(messages).sort(), Object.keys(english).sort())
        for (const [key, message] of Object.entries(messages)) {
          assert.notEqual(message.trim(), '', key)
          assert.deepEqual(placeholders(message), placeholders(english[key] ?? ''), key)
        }
      })
  }

  test('the placeholders of a plural include those of its cases', () => {
    assert.deepEqual(placeholders('{a} and {count, plural, one {# {b}} other {# orders}}'), [
      'a',
      'b',
      'count',
    ])
  })
})

describe('the dictionaries of the app', () => {
  test('have no key in common, because they are merged', async () => {
    const all = await Promise.all(
      folders.filter((folder) => folder.startsWith('web/')).map((folder) => read(folder, 'en')),
    )
    const keys = all.flatMap((messages) => Object.keys(messages))
    assert.deepEqual(
      keys.filter((key, at) => keys.indexOf(key) !== at),
      [],
    )
  })

  test('tell the shown week of the calendar from this week in Chinese', async () => {
    const { 'calendar.this_week': current = '', ...others } = await read('web/calendar', 'hk')
    const wrong = Object.entries(others).filter(([, message]) => message.includes(current))
    assert.deepEqual(wrong, [])
  })
})
