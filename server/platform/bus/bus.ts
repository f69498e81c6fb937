/** What can be published: topic to message. */
export type TopicMap = object

/** What a question is asked with, and what comes back. */
export type Exchange = { readonly ask: unknown; readonly reply: unknown }

/**
 * The seam between rooms that may one day run on different machines. Messages are plain data, the messages of a
 * topic arrive in the order they were published, and nothing that must not be lost travels only here.
 */
export type Bus<Topics extends TopicMap, Questions extends { [Q in keyof Questions]: Exchange }> = {
  /** Hands the message to everyone who subscribed. A subscriber that fails does not hurt the others. */
  readonly publish: <Topic extends keyof Topics & string>(topic: Topic, message: Topics[Topic]) => void
  readonly subscribe: <Topic extends keyof Topics & string>(
    topic: Topic,
    handler: (message: Topics[Topic]) => void,
  ) => Unsubscribe
  /** Asks whoever answers this question; fails with a `BusFailure` when nobody does, or not in time. */
  readonly request: <Question extends keyof Questions & string>(
    question: Question,
    message: Questions[Question]['ask'],
    timeoutMs: number,
  ) => Promise<Questions[Question]['reply']>
  /** Becomes the one who answers a question; a second one is a mistake in the wiring. */
  readonly respond: <Question extends keyof Questions & string>(
    question: Question,
    handler: (message: Questions[Question]['ask']) => Promise<Questions[Question]['reply']>,
  ) => Unsubscribe
  /** Takes nothing new, waits for the questions under way, then is silent. */
  readonly stop: () => Promise<void>
}

export type Unsubscribe = () => void

export type BusProblem = 'nobody_answers' | 'timed_out' | 'stopped' | 'too_many_pending'

export class BusFailure extends Error {
  readonly problem: BusProblem

  constructor(problem: BusProblem, topic: string) {
    super(`${topic}: ${problem}`)
    this.problem = problem
  }
}
