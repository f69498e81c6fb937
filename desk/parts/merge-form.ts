/**
 * The form after someone else has saved the record: fields that were typed stay, the others take the newer value.
 * `before` is the form as it was opened.
 */
export function mergeForm<Form extends object>(typed: Form, before: Form, newer: Form): Form {
  const names = Object.keys({ ...newer, ...typed }) as (keyof Form)[]
  return Object.fromEntries(
    names.map((name) => [name, (typed[name] === before[name] ? newer : typed)[name]]),
  ) as Form
}
