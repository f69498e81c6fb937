import { classes } from '#ui/classes.ts'

/** Styles of the box around an input. The box draws the focus ring, because the input inside has none. */
export function fieldBoxClasses(isInvalid: boolean): string {
  return classes(
    'flex items-stretch overflow-hidden rounded-8 border bg-surface transition-colors',
    'focus-within:border-accent focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-accent',
    isInvalid ? 'border-danger' : 'border-edge',
  )
}
