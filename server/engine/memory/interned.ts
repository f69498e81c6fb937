/** Values of which there are few, each by a number of its own. It only ever grows, by values that nobody had yet. */
export type Interned<Value> = {
  readonly numberOf: (value: Value) => number
  readonly at: (number: number) => Value
}

/** Values with the same name are the same. */
export function createInterned<Value>(nameOf: (value: Value) => string): Interned<Value> {
  const numbers = new Map<string, number>()
  const values: Value[] = []
  return {
    numberOf(value) {
      const name = nameOf(value)
      const known = numbers.get(name)
      if (known !== undefined) return known
      numbers.set(name, values.length)
      return values.push(value) - 1
    },
    at(number) {
      const value = values[number]
      if (value === undefined) throw new RangeError(`nothing has the number ${number}`)
      return value
    },
  }
}
