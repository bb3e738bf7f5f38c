/** @throws if the call takes longer. */
export async function withTimeout<T>(milliseconds: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const timeout = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason))
  })
  const timer = setTimeout(() => controller.abort(new Error(`No answer within ${milliseconds} ms`)), milliseconds)
  try {
    return await Promise.race([call(controller.signal), timeout])
  } finally {
    clearTimeout(timer)
  }
}

/** Waits until the end of `work`, but at most for these milliseconds. The work continues. */
export async function waitWithTimeout(milliseconds: number, work: () => Promise<unknown>): Promise<void> {
  const { promise: timeout, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds).unref()
  try {
    await Promise.race([work(), timeout])
  } finally {
    clearTimeout(timer)
  }
}
