// Unicode isolates keep a text in one piece inside a sentence that runs in the other direction.

/** For email addresses and phone numbers: always left to right. */
export function isolateLtr(text: string): string {
  return `\u2066${text}\u2069`
}

/** For text in the user's language: its own first strong character sets the direction. */
export function isolate(text: string): string {
  return `\u2068${text}\u2069`
}
