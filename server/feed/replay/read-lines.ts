/** Longer than any row can be. What is longer is cut there, so that it cannot fill the memory. */
export const longestLine = 1024

/** The lines of a text that comes in pieces, as they become whole; the last need not end. */
export async function* readLines(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let begun = ''
  for await (const piece of pieces) {
    let from = 0
    for (let to = piece.indexOf('\n'); to !== -1; to = piece.indexOf('\n', from)) {
      yield (begun + piece.slice(from, to)).slice(0, longestLine)
      begun = ''
      from = to + 1
    }
    begun = (begun + piece.slice(from)).slice(0, longestLine)
  }
  if (begun !== '') yield begun
}
