// Sums the time of a CPU profile by the processing stages of an order.

/** The format of Node's CPU profiles: each sample refers to a node of the call tree. */
export type Profile = {
  readonly nodes: readonly {
    readonly id: number
    readonly callFrame: { readonly functionName: string; readonly url: string }
    readonly children?: readonly number[]
  }[]
  readonly startTime: number
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

/** A sample belongs to the stage of its innermost function that matches a pattern. The first match counts. */
const stages: readonly (readonly [stage: string, pattern: RegExp])[] = [
  ['idle', /^\(idle\)/],
  ['garbage collection', /^\(garbage collector\)/],
  ['session', /server\/users\/|server\/platform\/tokens| admit$/],
  ['deciding', /\/core\/|server\/engine\/(execute-command|evaluate-quote|state|triggers)/],
  ['journal: encoding and packing', /server\/engine\/journal\//],
  ['batch: encoding of rows', /server\/engine\/store\//],
  ['PostgreSQL driver', /node_modules\/pg/],
  ['intake, queue, batch', /server\/engine\//],
  ['response: encoding', /\/contract\/|\/i18n\/|server\/api\/|server\/platform\/translators/],
  ['response: writing', /server\/gateway\/send-envelope/],
  ['body read and parsed', /content-type-parser|secure-json-parse/],
  ['validation', /validation\.js|ajv|handle-request\.js|rejectInfinity/],
  ['measured and logged', /request-log|prom-client|pino/],
  ['gateway: caller, key, fingerprint', /server\/gateway\//],
  ['prices', /server\/(market-data|feed|live|portfolio)\//],
  ['routing and hooks', /node_modules\/(fastify|find-my-way)/],
  ['HTTP parsing, sockets', /node:/],
]

/** Microseconds by stage between two times of the monotonic clock. */
export function microsByStage(
  profile: Profile,
  fromMicros: number,
  toMicros: number,
): ReadonlyMap<string, number> {
  const stageOf = createStageOf(profile)
  const micros = new Map<string, number>()
  let nowMicros = profile.startTime
  for (const [at, node] of profile.samples.entries()) {
    nowMicros += profile.timeDeltas[at] ?? 0
    if (nowMicros < fromMicros || nowMicros > toMicros) continue
    const stage = stageOf(node)
    micros.set(stage, (micros.get(stage) ?? 0) + (profile.timeDeltas[at + 1] ?? 0))
  }
  return micros
}

function createStageOf({ nodes }: Profile): (node: number) => string {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const callers = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  const known = new Map<number, string>()
  function find(id: number): string {
    const node = byId.get(id)
    if (node === undefined) return 'everything else'
    const { functionName, url } = node.callFrame
    const location = `${url === '' ? functionName : `${url} ${functionName}`}`
    const stage = stages.find(([, pattern]) => pattern.test(location))?.[0]
    const caller = callers.get(id)
    // Functions of Node and Fastify count towards the stage of their caller, if the caller has one.
    const isInternal =
      stage === undefined || stage === 'HTTP parsing, sockets' || stage === 'routing and hooks'
    if (!isInternal || caller === undefined) return stage ?? 'everything else'
    const callerStage = stageOf(caller)
    return callerStage === 'everything else' ? (stage ?? callerStage) : callerStage
  }
  function stageOf(id: number): string {
    const found = known.get(id) ?? find(id)
    known.set(id, found)
    return found
  }
  return stageOf
}
