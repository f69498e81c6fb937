/**
 * `\"` in a quoted value is a quote by the standard of the headers. Browsers encode quotes as `%22` instead, and a
 * backslash at the end of a name is a plain backslash.
 */
type Backslash = 'escapes quotes' | 'is literal'

/** Empty ones count as well. */
const maxParameters = 16

/**
 * The parameters after the first semicolon of a header, such as `name=a; filename="b c.png"`, by their name in lower
 * case. Undefined if they are malformed or too many, or one is repeated. The caller limits the length of the text.
 */
export function headerParameters(
  text: string,
  backslash: Backslash = 'escapes quotes',
): ReadonlyMap<string, string> | undefined {
  const parameter = new RegExp(backslash === 'is literal' ? literal : escaping)
  const found = new Map<string, string>()
  for (let count = 1; parameter.lastIndex < text.length; count += 1) {
    const match = parameter.exec(text)
    if (match === null || count > maxParameters) return undefined
    const [, name, quoted, plain = ''] = match
    // Nothing between two semicolons, or after the last one.
    if (name === undefined) continue
    const key = name.toLowerCase()
    if (found.has(key)) return undefined
    found.set(key, quoted?.replaceAll('\\"', '"') ?? plain)
  }
  return found
}

// Each takes linear time: every character has only one way to match.
const escaping =
  /[ \t]*(?:([\w!#$%&'*+.^`|~-]+)[ \t]*=[ \t]*(?:"((?:[^"\\\r\n]|\\[^\r\n])*)"|([^\s;"]+))[ \t]*)?(?:;|$)/y
const literal = /[ \t]*(?:([\w!#$%&'*+.^`|~-]+)[ \t]*=[ \t]*(?:"([^"\r\n]*)"|([^\s;"]+))[ \t]*)?(?:;|$)/y
