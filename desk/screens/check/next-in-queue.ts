/** The check after this one among those that wait, oldest first; after the last comes the first again. */
export function nextInQueue(waiting: readonly { readonly id: number }[], id: number): number | undefined {
  const at = waiting.findIndex((entry) => entry.id === id)
  const following = [...waiting.slice(at + 1), ...waiting.slice(0, Math.max(at, 0))]
  return following.find((entry) => entry.id !== id)?.id
}
