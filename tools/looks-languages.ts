// Two synthetic languages for checks of the layout: every message is the longest of all translations. German stands for
// the left-to-right one, Arabic for the right-to-left one, whether they are translated or not.
import { cpSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { translatedLanguages } from '#i18n/translated-languages.ts'

type Messages = Readonly<Record<string, string>>

export const longLanguages = ['de', 'ar'] as const

/** Copies `i18n` with the synthetic languages into the directory, which must be inside the project. */
export async function writeLooksLanguages(dir: string): Promise<void> {
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dirname(dir), { recursive: true })
  cpSync('i18n', dir, { recursive: true })
  for (const english of globSync('i18n/web/*/en.ts')) {
    const folder = dirname(english)
    const languages = globSync(`${folder}/*.ts`).map((file) => basename(file, '.ts'))
    const all = await Promise.all(languages.map((language) => readMessages(folder, language)))
    const longest = `export const messages = ${JSON.stringify(longestOf(all), null, 2)}\n`
    for (const language of longLanguages)
      writeFileSync(join(dir, folder.slice('i18n/'.length), `${language}.ts`), longest)
  }
  const translated = [...new Set([...translatedLanguages, ...longLanguages])]
  writeFileSync(
    join(dir, 'translated-languages.ts'),
    `export const translatedLanguages = ${JSON.stringify(translated)}
export const spokenLanguage = (chosen) => translatedLanguages.includes(chosen) ? chosen : 'en'
`,
  )
}

async function readMessages(folder: string, language: string): Promise<Messages> {
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
