// What the time of a recorded profile was spent on, by the stages an order goes through.

/** As Node writes it: what ran at each sample is a node, which names its callees. */
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

/** The innermost function that one of these tells apart says what it was for; the first that fits counts. */
const stages: readonly (readonly [stage: string, place: RegExp])[] = [
  ['waiting for work', /^\(idle\)/],
  ['garbage collection', /^\(garbage collector\)/],
  ['session', /server\/accounts\/|server\/platform\/tokens| admit$/],
  ['deciding', /\/core\/|server\/engine\/(deciding|memory|triggers)\//],
  ['journal: words and packing', /server\/engine\/batch\/(journal|order-json)/],
  ['batch: rows into words', /server\/engine\/store\//],
  ['PostgreSQL driver', /node_modules\/pg/],
  ['queue, batch, conclusion', /server\/engine\//],
  ['answer into words', /\/contract\/|\/i18n\/|server\/api\/|server\/platform\/words/],
  ['answer written', /server\/gateway\/send-envelope/],
  ['body read and parsed', /content-type-parser|secure-json-parse/],
  ['validation', /validation\.js|ajv|handle-request\.js|refuse-endless/],
  ['measured and logged', /observe-requests|prom-client|pino/],
  ['gateway: caller, key, fingerprint', /server\/gateway\//],
  ['prices', /server\/(market-data|feed|live|portfolio)\//],
  ['routing and hooks', /node_modules\/(fastify|find-my-way)/],
  ['HTTP parsing, sockets', /node:/],
]

/** Microseconds of each stage between two moments of the monotonic clock, in microseconds. */
export function stageMicros(
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
    const place = `${url === '' ? functionName : `${url} ${functionName}`}`
    const stage = stages.find(([, sign]) => sign.test(place))?.[0]
    const caller = callers.get(id)
    // What Node does for somebody is theirs; only what nobody of ours asked for is its own.
    const isNodes = stage === undefined || stage === 'HTTP parsing, sockets' || stage === 'routing and hooks'
    if (!isNodes || caller === undefined) return stage ?? 'everything else'
    const above = stageOf(caller)
    return above === 'everything else' ? (stage ?? above) : above
  }
  function stageOf(id: number): string {
    const found = known.get(id) ?? find(id)
    known.set(id, found)
    return found
  }
  return stageOf
}
