const shown = 4

/**
 * An address or account number with its first and last four characters: enough to recognise it. Of a short one, at most
 * half is shown.
 */
export function maskedDestination(destination: string): string {
  const text = [...destination.replace(/\s/g, '')]
  const each = Math.min(shown, Math.floor(text.length / 4))
  return `${text.slice(0, each).join('')}****${text.slice(text.length - each).join('')}`
}
