export const longestRemark = 500

/** What an operator tells the person, or undefined when it is empty or too long. It may have several lines. */
export function parseRemark(text: string): string | undefined {
  // Control characters and halves of characters have no place in it, and the database takes neither.
  const remark = text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]|\p{Cs}/gu, ' ')
    .trim()
  return remark !== '' && [...remark].length <= longestRemark ? remark : undefined
}
