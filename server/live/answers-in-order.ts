import type { AnswerFrame } from '#contract/live.ts'

export type AnswersInOrder = {
  /** Keeps a place in the order; the function that is returned fills it. */
  readonly reserve: () => (answer: AnswerFrame) => void
  /** Places that are not filled, or wait for one before them. */
  readonly waiting: () => number
}

/** Lets answers out in the order of what they answer, whichever is known first: they do not say what they answer. */
export function createAnswersInOrder(letOut: (answer: AnswerFrame) => void): AnswersInOrder {
  const places: { answer: AnswerFrame | undefined }[] = []
  function letOutAllKnown(): void {
    for (let first = places[0]?.answer; first !== undefined; first = places[0]?.answer) {
      places.shift()
      letOut(first)
    }
  }
  return {
    reserve() {
      const place: { answer: AnswerFrame | undefined } = { answer: undefined }
      places.push(place)
      return (answer) => {
        place.answer = answer
        letOutAllKnown()
      }
    },
    waiting: () => places.length,
  }
}
