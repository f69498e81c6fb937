export type Selection = { readonly start: number; readonly end: number }

/**
 * Puts the Markdown of a picture in place of the selection, in a paragraph of its own. Its description is selected, so
 * that typing replaces it. A selected text becomes the description.
 */
export function insertPicture(
  text: string,
  { start, end }: Selection,
  path: string,
  words: string,
): { readonly text: string; readonly selection: Selection } {
  const before = text.slice(0, start)
  const after = text.slice(end)
  const description = plainWords(text.slice(start, end)) || words
  const opening = `${gapAfter(before)}![`
  const closing = `](${path})${gapBefore(after)}`
  const from = start + opening.length
  return {
    text: `${before}${opening}${description}${closing}${after}`,
    selection: { start: from, end: from + description.length },
  }
}

/** On one line, without characters that would end the description. */
function plainWords(text: string): string {
  return text
    .replaceAll(/[[\]\\]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function gapAfter(before: string): string {
  if (before === '' || before.endsWith('\n\n')) return ''
  return before.endsWith('\n') ? '\n' : '\n\n'
}

function gapBefore(after: string): string {
  if (after === '') return '\n'
  if (after.startsWith('\n\n')) return ''
  return after.startsWith('\n') ? '\n' : '\n\n'
}
