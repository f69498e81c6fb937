/** Removes case, accents, and wide and narrow forms, so that lookalikes compare equal. */
export function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
