/** Asks somebody outside of the shop. @throws whatever they throw, or an Error where they have not answered in time. */
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
