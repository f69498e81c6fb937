/** Limits of the support chat: characters of a message, its pictures, and messages in one answer. */
export const supportLimits = {
  ...{ text: 2000, pictures: 4, page: 100 },
  /** Of one thread, by its user, in 24 hours. */
  ...{ messagesPerDay: 1000, messagesOfVisitorPerDay: 200 },
  ...{ picturesPerDay: 40, picturesOfVisitorPerDay: 10, unsentPictures: 8 },
  /** Of all pictures in one thread. */
  ...{ pictureBytes: 100 * 1024 * 1024, pictureBytesOfVisitor: 10 * 1024 * 1024 },
  /** Of the pictures of all visitors together. */
  visitorPictureBytes: 1024 * 1024 * 1024,
  /** Of one address, in 24 hours. */
  ...{ visitorThreadsPerDay: 20, visitorPicturesPerDay: 20 },
  ...{ cannedAnswers: 500, cannedTitle: 100, searched: 100 },
} as const

export type SupportAuthor = 'user' | 'desk'

/** In characters, as the limit counts them: a character outside the basic plane is one, not two. */
export function textLength(text: string): number {
  return [...text].length
}

/** A message needs something to say. Blank text is not. */
export function saysSomething(message: {
  readonly text: string
  readonly pictures: number
  readonly orderId: number | undefined
}): boolean {
  return message.text.trim() !== '' || message.pictures > 0 || message.orderId !== undefined
}
