/** What is waited for, and never longer than this: then it says what it waited for. */
export async function within<Result>(ms: number, result: Promise<Result>, what: string): Promise<Result> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`waited ${ms} ms in vain for ${what}`)), ms)
  try {
    return await Promise.race([result, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
