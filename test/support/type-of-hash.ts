import { AsyncLocalStorage, createHook } from 'node:async_hooks'
import { expect } from 'vitest'
import { passwordMatches } from '#entities/people/credentials/password.ts'

/** Returns the type of the asynchronous resource that a hash creates. Other work of the process is left out. */
export async function typeOfHash(): Promise<string> {
  await passwordMatches(null, 'loads Argon2')
  const verification = new AsyncLocalStorage<true>()
  const types: string[] = []
  const hook = createHook({
    init(_, type) {
      if (verification.getStore() && type !== 'PROMISE') types.push(type)
    },
  }).enable()
  await verification.run(true, () => passwordMatches(null, 'x')).finally(() => hook.disable())
  expect(types).toHaveLength(1)
  return types[0]!
}
