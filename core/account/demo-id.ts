/** The only key to a demo account: 32 hexadecimal characters, made at random by the client. */
export function parseDemoId(text: string): string | undefined {
  return /^[0-9a-f]{32}$/i.test(text) ? text.toLowerCase() : undefined
}
