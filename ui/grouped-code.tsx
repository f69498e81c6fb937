export interface GroupedCodeProps {
  readonly value: string
  /** Characters in a group. */
  readonly size?: number | undefined
}

/** A long code, such as a hash, in groups that the eye can compare. */
export function GroupedCode({ value, size = 8 }: GroupedCodeProps) {
  const groups = Array.from({ length: Math.ceil(value.length / size) }, (_, at) =>
    value.slice(at * size, (at + 1) * size),
  )
  return (
    <code
      className="grid grid-cols-[repeat(auto-fill,minmax(4.25rem,1fr))] gap-x-2 font-mono text-13 break-all ltr-isolate"
      translate="no"
    >
      {groups.map((group, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups have no identity.
        <span key={at}>{group}</span>
      ))}
    </code>
  )
}
