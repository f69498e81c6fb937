/** What two lists do not have in common, counting how often each thing is there. */
export function differences(
  about: string,
  wanted: readonly string[],
  found: readonly string[],
): readonly string[] {
  const counts = new Map<string, number>()
  for (const one of found) counts.set(one, (counts.get(one) ?? 0) + 1)
  for (const one of wanted) counts.set(one, (counts.get(one) ?? 0) - 1)
  return [...counts].flatMap(([one, count]) => (count === 0 ? [] : [`${about}: ${one} ${wordsOf(count)}`]))
}

function wordsOf(count: number): string {
  return count > 0 ? `is there ${count} times too often` : `is missing ${-count} times`
}
