import type { DeskKey } from '#i18n/desk/en.ts'

export const longestCode = 32

/** Blanks and dashes do not count; digits may be those of a Chinese keyboard, which the server reads as well. */
export function isFactorCode(text: string): boolean {
  const code = text.normalize('NFKC').replace(/[\s-]/g, '')
  return /^(?:\d{6}|[a-z2-7]{16})$/i.test(code)
}

/** What is wrong with a code that is needed. */
export function factorCodeFault(text: string): DeskKey | undefined {
  if (text.trim() === '') return 'code.fault.missing'
  return isFactorCode(text) ? undefined : 'code.fault.shape'
}
