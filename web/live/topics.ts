import { isPrivateTopic } from '#contract/live.ts'
import { createHandlers, type Handlers, type Member } from '#web/live/handlers.ts'
import { createTopicState, type Push, type TopicState } from '#web/live/topic-state.ts'

export type PushHandler = (push: Push) => void

export type TopicsParts = {
  /** What is wanted may have changed. */
  readonly changed: () => void
  readonly reportError: (error: unknown) => void
}

export type Topics = {
  readonly add: (topic: string, handler: PushHandler) => () => void
  readonly wanted: () => readonly string[]
  readonly deliver: (topic: string, push: Push) => void
  /** Lets go of topics nobody subscribes to any more. */
  readonly sweep: () => void
  /** What is known of one user must never be shown to the next. */
  readonly forgetPrivate: () => void
}

type Topic = { readonly handlers: Handlers<Push>; readonly state: TopicState }

/**
 * Who wants which topic. A topic is wanted while it has a subscriber. One who joins a topic of which something is known
 * is given that, as a snapshot, right after `add` has returned.
 */
export function createTopics({ changed, reportError }: TopicsParts): Topics {
  const topics = new Map<string, Topic>()
  const open = (name: string) => ({
    handlers: createHandlers<Push>(reportError),
    state: createTopicState(name),
  })
  return {
    add(name, handler) {
      const topic = topics.get(name) ?? open(name)
      topics.set(name, topic)
      const member = topic.handlers.add(handler)
      greet(topic, member)
      changed()
      return () => {
        if (member.leave()) changed()
      }
    },
    wanted: () => [...topics].filter(([, topic]) => topic.handlers.count() > 0).map(([name]) => name),
    deliver(name, push) {
      const topic = topics.get(name)
      topic?.state.take(push)
      topic?.handlers.tell(push)
    },
    sweep() {
      for (const [name, topic] of topics) if (topic.handlers.count() === 0) topics.delete(name)
    },
    forgetPrivate() {
      for (const [name, topic] of topics) if (isPrivateTopic(name)) topic.state.forget()
    },
  }
}

/** Not before `add` has returned: a handler may want to leave at once, and needs the way out for that. */
function greet({ state }: Topic, newcomer: Member<Push>): void {
  if (state.known() === undefined) return
  queueMicrotask(() => {
    // Asked again: a session may have ended in between, and its figures with it.
    const known = state.known()
    if (known !== undefined) newcomer.tell(known)
  })
}
