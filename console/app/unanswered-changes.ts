/** The idempotency keys of changes whose result is unknown, by address and content. */
const keys = new Map<string, string>()

export const unansweredChanges = {
  /** The same change as an unanswered one has the same key. */
  begin(content: string): { key: string; end(): void } {
    const key = keys.get(content) ?? newKey()
    keys.set(content, key)
    return { key, end: () => void keys.delete(content) }
  },
}

/** `crypto.randomUUID` exists only on secure addresses. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
