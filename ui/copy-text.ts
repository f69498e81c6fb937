/** Puts a text on the clipboard; false when the browser refuses. */
export async function copyText(text: string, beside: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // No permission, or a page without TLS: the old way still works there.
    return copyBySelection(text, beside)
  }
}

/** The helper stands beside the button, because a sheet would pull the focus back from anywhere else. */
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
