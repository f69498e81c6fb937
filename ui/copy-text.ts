/** Copies text to the clipboard; false if the browser refuses. */
export async function copyText(text: string, beside: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Without permission or TLS, `execCommand` still works.
    return copyBySelection(text, beside)
  }
}

/**
 * Inserts the helper element beside the button: an open sheet would pull the focus back from anywhere else.
 */
function copyBySelection(text: string, beside: Element): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.className = 'sr-only'
  beside.after(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  if (beside instanceof HTMLElement) beside.focus()
  return copied
}
