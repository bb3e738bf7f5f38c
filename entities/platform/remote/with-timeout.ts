/** Aborts `call` and throws after `milliseconds`. */
export async function withTimeout<T>(milliseconds: number, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController()
  const late = new Promise<never>((_, reject) => {
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason))
  })
  const timer = setTimeout(() => stop.abort(new Error(`No answer within ${milliseconds} ms`)), milliseconds)
  try {
    return await Promise.race([ask(stop.signal), late])
  } finally {
    clearTimeout(timer)
  }
}
