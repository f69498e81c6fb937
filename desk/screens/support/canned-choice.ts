import type { CannedAnswer } from '#contract/desk/support.ts'
import { languageOrder } from '#core/content/closest-language.ts'

/** Prepared answers with the typed text in title or text: those in the language of the thread first, then by title. */
export function cannedChoice(
  answers: readonly CannedAnswer[],
  typed: string,
  language: string,
): readonly CannedAnswer[] {
  const wanted = typed.trim().toLowerCase()
  const first = languageOrder(language)
  const rank = (answer: CannedAnswer) => {
    const at = first.indexOf(answer.language)
    return at === -1 ? first.length : at
  }
  return answers
    .filter(({ title, text }) => [title, text].some((each) => each.toLowerCase().includes(wanted)))
    .sort((one, other) => rank(one) - rank(other) || one.title.localeCompare(other.title))
}

/** The draft with an answer inserted over the selection. `caret` is behind it. */
export function insertText(
  draft: string,
  inserted: string,
  { start, end }: { readonly start: number; readonly end: number },
): { readonly text: string; readonly caret: number } {
  const before = draft.slice(0, start)
  const space = before === '' || /\s$/.test(before) ? '' : ' '
  return {
    text: `${before}${space}${inserted}${draft.slice(end)}`,
    caret: start + space.length + inserted.length,
  }
}
