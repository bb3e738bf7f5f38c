export type WriteLine = (line: string) => void

/** A step that takes longer prints a line before its end, in milliseconds. */
const LONG_STEP = 1000

export async function runWithProgress<T>(print: WriteLine, name: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const running = setTimeout(() => print(`… ${name}`), LONG_STEP)
  try {
    const result = await work()
    print(`✓ ${name} ${((performance.now() - began) / 1000).toFixed(1)} s`)
    return result
  } finally {
    clearTimeout(running)
  }
}
