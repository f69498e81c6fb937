export const longestRemark = 500

/**
 * A text that an operator writes to justify a decision. It may have several lines. Undefined if empty or too long.
 */
export function parseRemark(text: string): string | undefined {
  // The database rejects NUL and lone surrogates. Other control characters are replaced as well.
  const remark = text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]|\p{Cs}/gu, ' ')
    .trim()
  return remark !== '' && [...remark].length <= longestRemark ? remark : undefined
}
