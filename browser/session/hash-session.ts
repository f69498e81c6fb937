/** Identifies a session without storing its token: a one-way 64-bit hash (FNV-1a with two seeds). */
export function hashSession(token: string): string {
  return [0x811c9dc5, 0x9747b28c].map((seed) => fnv1a(token, seed)).join('')
}

function fnv1a(text: string, seed: number): string {
  let hash = seed
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
