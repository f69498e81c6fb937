// Two synthetic languages for checks of the layout: every message is the longest of all translations. German stands for
// the left-to-right one, Arabic for the right-to-left one, whether they are translated or not.
import { cpSync, existsSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { languages } from '#i18n/languages.ts'
import { deskLanguages, translatedLanguages } from '#i18n/translated-languages.ts'

type Messages = Readonly<Record<string, string>>

export const longLanguages = ['de', 'ar'] as const

/** Copies `i18n` into the directory, which must be inside the project, with synthetic languages of both apps. */
export async function writeLooksLanguages(dir: string): Promise<void> {
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dirname(dir), { recursive: true })
  cpSync('i18n', dir, { recursive: true })
  for (const english of globSync(['i18n/web/*/en.ts', 'i18n/desk/en.ts'])) {
    const folder = dirname(english)
    const longest = `export const messages = ${JSON.stringify(await longestMessages(folder), null, 2)}\n`
    for (const language of longLanguages)
      writeFileSync(join(dir, folder.slice('i18n/'.length), `${language}.ts`), longest)
  }
  const withLong = (codes: readonly string[]) => JSON.stringify([...new Set([...codes, ...longLanguages])])
  writeFileSync(
    join(dir, 'translated-languages.ts'),
    `export const translatedLanguages = ${withLong(translatedLanguages)}
export const deskLanguages = ${withLong(deskLanguages)}
export const spokenLanguage = (chosen) => translatedLanguages.includes(chosen) ? chosen : 'en'
`,
  )
}

/** The messages of the synthetic languages in the folder of a dictionary. */
export async function longestMessages(folder: string): Promise<Messages> {
  const codes = languages.map(({ code }) => code).filter((code) => existsSync(join(folder, `${code}.ts`)))
  return longestOf(await Promise.all(codes.map((code) => readMessages(folder, code))))
}

export async function readMessages(folder: string, language: string): Promise<Messages> {
  const { messages } = await import(resolve(folder, `${language}.ts`))
  return messages
}

/** The longest message of each key. A wide character counts twice: it takes the space of two letters. */
export function longestOf(dictionaries: readonly Messages[]): Messages {
  const longest = new Map<string, string>()
  for (const [key, message] of dictionaries.flatMap((messages) => Object.entries(messages)))
    if (widthOf(message) > widthOf(longest.get(key) ?? '')) longest.set(key, message)
  return Object.fromEntries(longest)
}

function widthOf(message: string): number {
  return [...message].reduce(
    (width, letter) => width + (/[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af]/.test(letter) ? 2 : 1),
    0,
  )
}
