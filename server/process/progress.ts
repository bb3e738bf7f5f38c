/** Shows one line of progress to whoever started the program. */
export type WriteLine = (line: string) => void

/** Does a piece of work and then says its name and how long it took. */
export async function runWithProgress<T>(say: WriteLine, name: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await work()
  say(`✓ ${name} ${((performance.now() - began) / 1000).toFixed(1)} s`)
  return result
}
