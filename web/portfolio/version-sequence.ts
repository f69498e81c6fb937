/** Puts the changes of an account into the order of their versions. */
export type VersionSequence<Change> = {
  /** Version of the applied state; undefined before the first load. */
  readonly version: () => number | undefined
  /** The server has this version. */
  readonly announce: (version: number) => void
  /** Takes a change and returns those that follow the applied state, in order. One that is too early is kept. */
  readonly accept: (version: number, change: Change) => readonly Change[]
  /** A loaded state of this version is applied. Returns the kept changes that follow it. */
  readonly loaded: (version: number) => readonly Change[]
  /** Whether the server has a later version than the applied one, so that the state must be loaded. */
  readonly isBehind: () => boolean
  /** Forgets everything. */
  readonly reset: () => void
}

/** More changes than can arrive during a load. With more, the load is repeated. */
const maxKept = 100

export function createVersionSequence<Change>(): VersionSequence<Change> {
  const kept = new Map<number, Change>()
  let applied: number | undefined
  let announced = 0

  function takeFollowing(): readonly Change[] {
    const following: Change[] = []
    if (applied === undefined) return following
    for (let next = kept.get(applied + 1); next !== undefined; next = kept.get(applied + 1)) {
      following.push(next)
      applied += 1
    }
    dropApplied(applied)
    return following
  }
  function dropApplied(upTo: number): void {
    for (const version of kept.keys()) if (version <= upTo) kept.delete(version)
  }
  return {
    version: () => applied,
    announce(version) {
      announced = Math.max(announced, version)
    },
    accept(version, change) {
      announced = Math.max(announced, version)
      if (applied !== undefined && version <= applied) return []
      // Without this one, a load is needed. It will be found by the announced version.
      if (kept.size >= maxKept) return []
      kept.set(version, change)
      return takeFollowing()
    },
    loaded(version) {
      applied = version
      announced = Math.max(announced, version)
      return takeFollowing()
    },
    isBehind: () => applied === undefined || applied < announced,
    reset() {
      kept.clear()
      applied = undefined
      announced = 0
    },
  }
}
