/** Text as PostgreSQL accepts it, cut. An unusual remark must not stop what tells of it. */
export function storableText(text: string, maxLength: number): string {
  return text.replaceAll('\0', '').slice(0, maxLength).toWellFormed()
}

/** JSON whose texts PostgreSQL accepts, each cut. */
export function storableJson(value: unknown, maxLength: number): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'string' ? storableText(part, maxLength) : part,
  )
}
