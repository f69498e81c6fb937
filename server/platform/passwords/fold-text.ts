/** The same for what looks alike: without case, accents, or wide and narrow forms. */
export function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
