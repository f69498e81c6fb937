/** Values of which there are few, each by a number of its own. It only ever grows, by values that nobody had yet. */
export type Interned<Value> = {
  readonly numberOf: (value: Value) => number
  readonly at: (number: number) => Value
}

/** Values with the same name are the same. One that was seen before is known again without its name. */
export function createInterned<Value extends WeakKey>(nameOf: (value: Value) => string): Interned<Value> {
  const numbers = new Map<string, number>()
  const seen = new WeakMap<Value, number>()
  const values: Value[] = []

  function numberByName(value: Value): number {
    const name = nameOf(value)
    const known = numbers.get(name)
    if (known !== undefined) return known
    numbers.set(name, values.length)
    return values.push(value) - 1
  }
  return {
    numberOf(value) {
      const known = seen.get(value)
      if (known !== undefined) return known
      const number = numberByName(value)
      seen.set(value, number)
      return number
    },
    at(number) {
      const value = values[number]
      if (value === undefined) throw new RangeError(`nothing has the number ${number}`)
      return value
    },
  }
}
