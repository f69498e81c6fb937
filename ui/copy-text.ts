/** Copies text to the clipboard; false if the browser refuses. `beside` is the pressed element. */
export async function copyText(text: string, beside: Element | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // `execCommand` works even without permission or TLS.
    return copyBySelection(text, beside)
  }
}

/** Inserts the helper element beside the button: an open sheet would take the focus back from anywhere else. */
function copyBySelection(text: string, beside: Element | null): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.className = 'sr-only'
  if (beside === null || beside === document.body) document.body.append(area)
  else beside.after(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  if (beside instanceof HTMLElement) beside.focus()
  return copied
}
