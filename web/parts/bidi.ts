/** An address or a number inside a sentence: it reads left to right, whichever way the sentence does. */
export function isolateLtr(text: string): string {
  return `\u2066${text}\u2069`
}
