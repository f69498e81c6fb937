/** The engine and the model do not agree. */
export class Difference extends Error {
  constructor(what: string, engine: unknown, oracle: unknown) {
    super(`${what}: the engine says ${shown(engine)}, the model ${shown(oracle)}`)
  }
}

/** Numbers of the engine against exact whole numbers of the model; everything else as it is. */
export function requireSame(what: () => string, engine: unknown, oracle: unknown): void {
  const isSame =
    typeof oracle === 'bigint' && typeof engine === 'number'
      ? Number.isSafeInteger(engine) && BigInt(engine) === oracle
      : Object.is(engine, oracle)
  if (!isSame) throw new Difference(what(), engine, oracle)
}

function shown(value: unknown): string {
  const text = JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? String(inner) : inner))
  return text ?? String(value)
}
