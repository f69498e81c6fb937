/** The `code` of every answer. Anything but `success` rejects the call on the client. */
export const codes = {
  success: 1,
  refused: 0,
  tooManyRequests: 429,
  fault: 500,
  sessionInvalid: 999,
} as const
