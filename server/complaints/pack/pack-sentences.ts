// How checks of packs name records and differences.
import { printable } from '#server/verify/verify.ts'

export type FieldDifference = { readonly path: string; readonly expected: unknown; readonly found: unknown }

export function differs(
  name: string,
  { path, expected, found }: FieldDifference,
  source = 'journal',
): string {
  const shown = (value: unknown) => (value === undefined ? 'nothing' : printable(value))
  return `${name}: its ${printable(path)} is ${shown(expected)} in the ${source}, but ${shown(found)} in the pack.`
}

/** `deposit:4` becomes `Deposit 4`. */
export function nameOf(reference: string): string {
  return sentence(reference.replace(':', ' ')).slice(0, -1)
}

export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
