type Listener = () => void

const listeners = new Set<Listener>()

/** Calls the listener when the shop refuses a request because the session has ended. */
export function onExpiredSession(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function reportExpiredSession(): void {
  for (const listener of listeners) listener()
}
